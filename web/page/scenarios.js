// The scenarios of the rulebook as a strip of small boards: green where the rules do what it says, red where not.

import { picture } from './board.js';
import { ask, latest } from './calls.js';
import { byId, h, replace } from './dom.js';
import { goTo, look, model, on, rules } from './model.js';
import { say } from './words.js';

let found = /** @type {any[]} */ ([]);

export function begin() {
  on('facts', refresh);
  on('opened', () => {
    found = [];
    byId('strip').hidden = true;
  });
  on('language', draw);
}

const refresh = latest(async () => {
  if (!model.book) {
    byId('strip').hidden = true;
    return;
  }
  try {
    found = (await ask('scenarios', { rules: { ...rules(), edition: undefined, sets: {} } })).scenarios;
  } catch {
    found = [];
  }
  draw();
});

function draw() {
  const strip = byId('strip');
  strip.hidden = !found.length || !model.facts;
  if (strip.hidden) return;
  const failing = found.filter(it => !it.holds).length;
  const old = strip.querySelector('.strip-list')?.scrollLeft ?? 0;
  const list = h('div.strip-list', { tabindex: '0', role: 'list', 'aria-label': say('scenarios') }, found.map(it => h('div', { role: 'listitem' }, h('button.scenario', {
    type: 'button', class: it.holds ? 'scenario holds' : 'scenario fails', title: [it.says, it.turns.join(' '), it.expects, it.found].filter(Boolean).join('\n'),
    'aria-label': `${it.clause}, ${say(it.holds ? 'holds' : 'fails')}: ${it.says}`, onclick: () => open(it),
  }, it.table && it.table.cells.length === model.facts.squares.length ? picture(model.facts, it.table, { label: it.clause }) : h('span.no-board'), h('small', {}, it.id || it.clause)))));
  replace(strip, h('div.strip-head', {}, h('b', { class: failing ? 'bad' : 'fine' }, `${found.length - failing}/${found.length}`), h('span', {}, say('scenarios'))), list);
  list.scrollLeft = old;
}

/** Shows a scenario on the board. @param {any} it */
async function open(it) {
  Object.assign(model, { position: it.position, turns: it.turns, at: 0, edition: it.edition, sets: it.sets });
  await look(true);
  await goTo(0);
}
