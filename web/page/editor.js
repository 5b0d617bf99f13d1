// The text of a variant, with its problems underlined, its words completed and its rules said back.

import {
  Annotation, Compartment, Decoration, EditorState, EditorView, StateEffect, StateField, autocompletion, bracketMatching,
  closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine,
  highlightSpecialChars, history, historyKeymap, hoverTooltip, keymap, lineNumbers, lintKeymap, setDiagnostics,
  syntaxHighlighting,
} from './codemirror.js';
import { h } from './dom.js';
import { colours, variantLanguage } from './highlight.js';

/** The text came from elsewhere: nobody typed it. */
const loaded = Annotation.define();

/** @type {any} */
const light = StateEffect.define();
const lightMark = Decoration.mark({ class: 'cm-lit' });
const lightLine = Decoration.line({ class: 'cm-lit-line' });

const lights = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      const places = effect.value.filter((/** @type {any} */ it) => it.to <= transaction.state.doc.length && it.from < it.to);
      const ranges = places.flatMap((/** @type {any} */ it) => [
        lightLine.range(transaction.state.doc.lineAt(it.from).from), lightMark.range(it.from, it.to),
      ]);
      now = Decoration.set(ranges, true);
    }
    return now;
  },
  provide: field => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--editor-size, 13px)', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.62', overflow: 'auto' },
  '.cm-content': { padding: '14px 0 40vh', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 14px 0 6px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none', paddingLeft: '6px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '26px', padding: '0 8px 0 4px' },
  '.cm-activeLine': { backgroundColor: 'var(--active-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--muted)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--selection)', outline: 'none' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.5px', textUnderlineOffset: '3px', textDecorationSkipInk: 'none' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warn) 1.5px', textUnderlineOffset: '3px', textDecorationSkipInk: 'none' },
  '.cm-lit': { backgroundColor: 'var(--lit)', borderRadius: '3px' },
  '.cm-lit-line': { backgroundColor: 'var(--lit-line)' },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '8px', boxShadow: 'var(--shadow)', overflow: 'hidden' },
  '.cm-tooltip-hover': { maxWidth: '34rem' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--muted)', marginLeft: '1em', fontFamily: 'var(--sans)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic': { padding: '8px 12px', borderLeft: '3px solid', fontFamily: 'var(--sans)', fontSize: '13px', whiteSpace: 'normal', maxWidth: '34rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
});

/**
 * A problem in words: what it is, what is there, what to do.
 * @param {any} problem
 */
function problemInWords(problem) {
  const label = problem.places[0]?.label;
  return h('div.problem', {},
    h('strong', {}, problem.message),
    label && label !== problem.message && h('div.problem-label', {}, label),
    problem.help && h('div.problem-help', {}, problem.help),
    h('code.problem-code', {}, problem.code));
}

export class Editor {
  /**
   * @param {Element} parent
   * @param {{label: string, changed: (text: string) => void, complete?: (at: number, text: string) => Promise<any>,
   *   hover?: (at: number) => Promise<any>, left?: () => void, readOnly?: boolean}} hands
   */
  constructor(parent, hands) {
    const host = h('div.editor-host');
    parent.append(host);
    // In a shadow, CodeMirror's styles need no place in the page's own, which its policy would refuse.
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`:host { display: block; height: 100%; min-height: 0; }
      .problem-label { color: var(--muted); margin-top: 2px; }
      .problem-help { margin-top: 4px; white-space: pre-line; }
      .problem-code { display: block; margin-top: 4px; font: 11px var(--mono); color: var(--faint); }
      .said { padding: 9px 13px; font: 14px/1.45 var(--serif); }
      .said code { display: block; font: 11px var(--mono); color: var(--muted); margin-bottom: 3px; }
      .said small { display: block; font: 12px var(--sans); color: var(--muted); margin-top: 4px; }
      .cm-covered { width: 4px; height: 100%; border-radius: 2px; }`);
    root.adoptedStyleSheets = [sheet];
    const place = h('div');
    place.style.height = '100%';
    root.append(place);
    this.hands = hands;
    this.extra = new Compartment();
    const complete = hands.complete && (async (/** @type {any} */ context) => {
      if (!context.explicit && !/[\w"'.=\s([{,-]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) return null;
      const answer = await hands.complete?.(context.pos, context.state.doc.toString());
      if (!answer?.options.length) return null;
      if (!context.explicit && answer.from === context.pos) return null;
      return { from: answer.from, options: answer.options, validFor: /^[\w-]*$/ };
    });
    this.view = new EditorView({
      root,
      parent: place,
      state: EditorState.create({
        extensions: [
          lineNumbers(), highlightSpecialChars(), history(), drawSelection(), bracketMatching(), closeBrackets(),
          highlightActiveLine(), variantLanguage, syntaxHighlighting(colours), lights, look,
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': hands.label, spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
          complete ? autocompletion({ override: [complete], icons: false, interactionDelay: 30 }) : [],
          hands.hover ? hoverTooltip((view, at) => this.hover(at), { hoverTime: 250 }) : [],
          EditorState.readOnly.of(hands.readOnly ?? false),
          EditorView.updateListener.of(update => {
            if (update.docChanged && !update.transactions.some(it => it.annotation(loaded))) hands.changed(update.state.doc.toString());
          }),
          this.extra.of([]),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /**
   * Puts in a text that nobody typed.
   * @param {string} text
   */
  load(text) {
    const { state } = this.view;
    if (state.doc.toString() === text) return;
    this.view.dispatch({ changes: { from: 0, to: state.doc.length, insert: text }, annotations: loaded.of(true) });
    this.view.scrollDOM.scrollTop = 0;
  }

  /**
   * Changes a part of the text, as if it were typed.
   * @param {number} from
   * @param {number} to
   * @param {string} insert
   */
  change(from, to, insert) {
    this.view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true });
  }

  /** @param {any[]} problems */
  problems(problems) {
    const { length } = this.view.state.doc;
    const marks = [];
    for (const problem of problems) {
      const own = problem.places.filter((/** @type {any} */ it) => !it.file);
      const [place = { from: 0, to: 0 }] = own;
      const from = Math.min(place.from, length);
      const to = Math.min(Math.max(place.to, from), length);
      const line = this.view.state.doc.lineAt(from);
      // A place of no width is shown by what stands there.
      const wide = to > from ? [from, to] : [Math.max(line.from, Math.min(from, line.to - 1)), Math.max(from, Math.min(from + 1, line.to))];
      marks.push({ from: wide[0], to: wide[1], severity: problem.severity, message: problem.message, renderMessage: () => problemInWords(problem) });
    }
    marks.sort((a, b) => a.from - b.from);
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /**
   * Lights places of the text, and shows the first of them.
   * @param {{from: number, to: number}[]} places
   * @param {boolean} [show]
   */
  light(places, show = false) {
    const effects = [light.of(places)];
    const [first] = places;
    if (show && first && first.to <= this.view.state.doc.length) effects.push(EditorView.scrollIntoView(first.from, { y: 'center' }));
    this.view.dispatch({ effects });
  }

  /** @param {number} at */
  goTo(at) {
    const to = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: 'center' }) });
    this.view.focus();
  }

  /** @param {any} extension */
  extend(extension) {
    this.view.dispatch({ effects: this.extra.reconfigure(extension) });
  }

  /** @param {number} at */
  async hover(at) {
    const said = await this.hands.hover?.(at);
    if (!said) return null;
    return {
      pos: said.from,
      end: said.to,
      above: true,
      create: () => ({
        dom: h('div.said', {}, said.path && h('code', {}, said.path), said.says.map((/** @type {string} */ it) => h('div', {}, it)), said.note && h('small', {}, said.note)),
        destroy: () => this.hands.left?.(),
      }),
    };
  }
}
