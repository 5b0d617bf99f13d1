// What the page uses of CodeMirror 6. `build` bundles it into page/codemirror.js, which is kept: `koma serve` needs no
// JavaScript tool.
export { closeBrackets, closeBracketsKeymap, autocompletion, completionKeymap, startCompletion } from '@codemirror/autocomplete';
export { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
export { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
export { lintKeymap, lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
export { Annotation, Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
export {
  Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightSpecialChars, hoverTooltip,
  keymap, lineNumbers, ViewPlugin,
} from '@codemirror/view';
export { tags } from '@lezer/highlight';
