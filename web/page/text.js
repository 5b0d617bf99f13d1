// The left side: the text of the rules, of the rulebook, and the sheet.

import { byId, h, replace } from './dom.js';
import { Editor } from './editor.js';
import { known } from './highlight.js';
import { check, edit, model, on } from './model.js';
import * as why from './why.js';
import { say, sayN } from './words.js';

/** @type {Editor} */
export let rulesEditor;
/** @type {Editor} */
export let bookEditor;
let shown = 'rules';

const tabs = h('div.tabs', { role: 'tablist' });
const verdict = h('button.verdict-line', { type: 'button', onclick: nextProblem });
const rulesPane = h('div.pane', { role: 'tabpanel', id: 'pane-rules', 'aria-labelledby': 'text-rules' });
const bookPane = h('div.pane', { role: 'tabpanel', id: 'pane-rulebook', 'aria-labelledby': 'text-rulebook' });
export const sheetPane = h('div.pane.sheet-pane', { role: 'tabpanel', id: 'pane-sheet', 'aria-labelledby': 'text-sheet', tabindex: '0' });

/** What the editor asks of others. */
export const help = {
  complete: /** @type {any} */ (undefined),
  hover: /** @type {any} */ (undefined),
  left: () => {},
  shown: (/** @type {string} */ _tab) => {},
};

export function begin() {
  replace(byId('text'), h('div.text-head', {}, tabs, verdict), rulesPane, bookPane, sheetPane);
  rulesEditor = new Editor(rulesPane, {
    label: say('rulesText'), changed: edit, complete: (at, text) => help.complete?.(at, text), hover: at => help.hover?.(at), left: () => help.left(),
  });
  bookEditor = new Editor(bookPane, {
    label: say('rulebook'),
    changed: text => {
      model.book = text;
      check();
    },
  });
  on('opened', () => {
    rulesEditor.load(model.text);
    bookEditor.load(model.book ?? '');
    if (shown === 'rulebook' && !model.book) open('rules');
    drawTabs();
  });
  on('problems language', drawVerdict);
  on('problems', () => rulesEditor.problems(model.problems));
  on('facts', () => {
    known.kinds = new Set(model.facts.kinds.map((/** @type {any} */ it) => it.id));
    known.sets = new Set(model.facts.zones.map((/** @type {any} */ it) => it.id));
  });
  on('why', () => {
    if (shown !== 'rules') open('rules');
    rulesEditor.light(why.places, true);
  });
  on('played undone', () => rulesEditor.light([]));
  on('language', drawTabs);
  drawTabs();
}

/** @param {string} tab */
export function open(tab) {
  shown = tab;
  drawTabs();
  help.shown(tab);
}

export const isShown = (/** @type {string} */ tab) => shown === tab;

function drawTabs() {
  const all = ['rules', 'rulebook', 'sheet'];
  replace(tabs, ...all.map((id, i) => h('button.tab', {
    type: 'button', role: 'tab', id: `text-${id}`, 'aria-selected': id === shown ? 'true' : 'false', 'aria-controls': `pane-${id}`,
    tabindex: id === shown ? '0' : '-1', onclick: () => open(id),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      open(all[(i + step + all.length) % all.length]);
      byId(`text-${shown}`).focus();
    },
  }, say(id))));
  rulesPane.hidden = shown !== 'rules';
  bookPane.hidden = shown !== 'rulebook';
  sheetPane.hidden = shown !== 'sheet';
}

function drawVerdict() {
  const errors = model.problems.filter(it => it.severity === 'error').length;
  const warnings = model.problems.length - errors;
  const text = errors ? sayN('oneProblem', 'nProblems', errors) : warnings ? sayN('oneWarning', 'nWarnings', warnings) : say('noProblems');
  verdict.textContent = text;
  verdict.className = `verdict-line ${errors ? 'bad' : warnings ? 'warned' : 'fine'}`;
  verdict.disabled = !model.problems.length;
}

/** Goes to the next problem after the cursor. */
function nextProblem() {
  open('rules');
  const at = rulesEditor.view.state.selection.main.head;
  const places = model.problems.flatMap(it => it.places.filter((/** @type {any} */ place) => !place.file).slice(0, 1)).map(it => it.from);
  const next = places.find(it => it > at) ?? places[0] ?? 0;
  rulesEditor.goTo(next);
}
