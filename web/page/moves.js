// The panel of the game: who plays, the turns, and a line to type an act into.

import { h, replace } from './dom.js';
import { changed, goTo, model, on, sideAt } from './model.js';
import { playerName, typed } from './table.js';
import { say } from './words.js';

export const panel = h('div.panel.game-panel');
const seats = h('div.seats');
const list = h('ol.turns');
const line = h('input', { type: 'text', id: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', list: 'acts' });
const acts = h('datalist', { id: 'acts' });
const form = h('form.type', {
  onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    typed(line.value);
    line.value = '';
  },
});

export function begin() {
  replace(panel, seats, list, form);
  on('table language', draw);
  on('table seats language', drawSeats);
}

function drawSeats() {
  if (!model.facts) return;
  replace(seats, ...[0, 1].map(player => h('label.seat-choice', {}, h('span', {}, playerName(player)),
    h('select', { 'aria-label': playerName(player), onchange: (/** @type {any} */ event) => { model.seats[player] = Number(event.target.value); changed('seats'); } },
      h('option', { value: 0, selected: model.seats[player] === 0 }, say('person')),
      Array.from({ length: 10 }, (_, i) => h('option', { value: i + 1, selected: model.seats[player] === i + 1 }, `${say('computer')} · ${say('level', { n: i + 1 })}`))))));
}

function draw() {
  const { turns, at, table, facts } = model;
  if (!table || !facts) return;
  const rows = [];
  const shift = turns.length ? sideAt(0) : 0;
  for (let i = -shift; i < turns.length; i += 2) {
    rows.push(h('li', {}, h('span.n', {}, (i + shift) / 2 + 1), turn(i), turn(i + 1)));
  }
  replace(list, ...rows);
  if (!turns.length) replace(list, h('li.empty', {}, say('noTurns')));
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  replace(acts, ...table.acts.slice(0, 400).map((/** @type {any} */ it) => h('option', { value: it.text })));
  replace(form, h('label', { for: 'typed' }, say('typeAct')), h('div', {}, line, h('button.small', { type: 'submit' }, say('play'))), acts);

  /** @param {number} i */
  function turn(i) {
    if (i < 0 || i >= turns.length) return h('span');
    return h('button.turn', { type: 'button', 'aria-current': i + 1 === at ? 'true' : null, onclick: () => goTo(i + 1) }, turns[i].replace(/,$/, ' …').replaceAll(',', ' '));
  }
}
