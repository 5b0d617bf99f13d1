// The colours of a variant file: TOML, and inside its strings the rule language.

import { HighlightStyle, StreamLanguage, tags } from './codemirror.js';

const RULE_KEYS = new Set(['moves', 'acts', 'act', 'may', 'must', 'if', 'when', 'while', 'result', 'pieces', 'becomes', 'in_hand_as', 'drops_as']);
const RULE_SECTIONS = new Set(['squares', 'groups']);
const TEXT_SECTIONS = new Set(['names', 'display', 'allow', 'game', 'edition', 'source', 'clause']);

/** The words of the language, and the names that the rules give: told by the engine. */
export const known = { words: new Set(), kinds: new Set(), sets: new Set() };

/** @param {any} state */
function isRule(state) {
  const path = [...state.section, ...state.key];
  if (TEXT_SECTIONS.has(path[0])) return false;
  return RULE_KEYS.has(path.at(-1)) || RULE_SECTIONS.has(path.at(-2)) || (RULE_SECTIONS.has(state.section[0]) && path.length > 1);
}

/** @param {any} stream @param {any} state */
function inString(stream, state) {
  const { quote } = state;
  if (stream.match(quote)) {
    state.quote = null;
    return 'string';
  }
  if (quote[0] === '"' && stream.match(/^\\./)) return 'escape';
  if (state.rule) {
    const word = stream.match(/^[a-zA-Z][\w-]*/);
    if (word) {
      if (known.words.has(word[0])) return 'keyword';
      if (known.kinds.has(word[0])) return 'typeName';
      if (known.sets.has(word[0])) return 'variableName';
      return 'ruleText';
    }
    if (stream.match(/^\d+/)) return 'number';
    stream.next();
    return 'ruleText';
  }
  if (!stream.match(/^[^"'\\]+/)) stream.next();
  return 'string';
}

export const variantLanguage = StreamLanguage.define({
  name: 'koma',
  startState: () => ({ section: [], key: [], quote: null, rule: false, value: 0, depth: 0 }),
  copyState: state => ({ ...state, section: [...state.section], key: [...state.key] }),
  token(stream, state) {
    if (stream.sol() && !state.quote && state.depth === 0) {
      state.key = [];
      state.value = 0;
    }
    if (state.quote) return inString(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.sol() || (state.value === 0 && state.depth === 0)) {
      const header = stream.match(/^\[\[?([^\]]*)\]\]?/);
      if (header) {
        state.section = header[1].split('.').map((/** @type {string} */ it) => it.trim().replace(/^["']|["']$/g, ''));
        return 'heading';
      }
    }
    if (state.value === 0) {
      const key = stream.match(/^[\w-]+/) || stream.match(/^"[^"]*"/);
      if (key) {
        state.key.push(key[0]);
        return 'propertyName';
      }
      if (stream.eat('.')) return 'punctuation';
      if (stream.eat('=')) {
        state.value = 1;
        return 'punctuation';
      }
    }
    const quote = stream.match(/^("""|'''|"|')/);
    if (quote) {
      state.quote = quote[0];
      state.rule = isRule(state);
      return 'string';
    }
    if (stream.eat('{')) {
      state.depth++;
      state.stack = [...(state.stack ?? []), state.key.length];
      state.value = 0;
      return 'punctuation';
    }
    if (stream.eat('}')) {
      state.depth = Math.max(0, state.depth - 1);
      const length = state.stack?.at(-1) ?? 0;
      state.stack = state.stack?.slice(0, -1);
      state.key = state.key.slice(0, length);
      state.value = 1;
      return 'punctuation';
    }
    if (stream.eat(',')) {
      if (state.depth > 0 && !state.list) {
        state.key = state.key.slice(0, state.stack?.at(-1) ?? 0);
        state.value = 0;
      }
      return 'punctuation';
    }
    if (stream.eat('[')) {
      state.list = true;
      return 'punctuation';
    }
    if (stream.eat(']')) {
      state.list = false;
      return 'punctuation';
    }
    if (stream.match(/^(true|false)\b/)) return 'bool';
    if (stream.match(/^[+-]?\d+/)) return 'number';
    stream.next();
    return null;
  },
  tokenTable: { ruleText: tags.special(tags.string) },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"', "'"] } },
});

export const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--c-comment)', fontStyle: 'italic' },
  { tag: tags.heading, color: 'var(--c-heading)', fontWeight: '600' },
  { tag: tags.propertyName, color: 'var(--c-key)' },
  { tag: tags.string, color: 'var(--c-string)' },
  { tag: tags.special(tags.string), color: 'var(--c-rule)' },
  { tag: tags.escape, color: 'var(--c-number)' },
  { tag: tags.keyword, color: 'var(--c-word)' },
  { tag: tags.typeName, color: 'var(--c-kind)', fontWeight: '500' },
  { tag: tags.variableName, color: 'var(--c-set)', fontWeight: '500' },
  { tag: tags.number, color: 'var(--c-number)' },
  { tag: tags.bool, color: 'var(--c-number)' },
  { tag: tags.punctuation, color: 'var(--c-dim)' },
]);
