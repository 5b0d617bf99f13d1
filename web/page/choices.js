// Readings and options: switches above the board.

import { h, replace } from './dom.js';
import { choose, look, model, on } from './model.js';
import { aboveBoard } from './table.js';
import { say } from './words.js';

const box = h('div.choices');
/** Asked when a choice is to be compared with another. */
export const compare = { with: /** @type {null | ((name: string) => void)} */ (null) };

export function begin() {
  aboveBoard.append(box);
  on('facts language', draw);
}

function draw() {
  const { facts } = model;
  if (!facts) return;
  const focused = /** @type {any} */ (document.activeElement)?.dataset?.pick;
  const rows = facts.choices.map((/** @type {any} */ it) => h('div.choice', { role: 'radiogroup', 'aria-label': it.asks ?? it.name, title: it.asks ?? '' },
    h('span.choice-name', {}, it.name.replaceAll(/[-_]/g, ' ')),
    h('span.switch', {}, it.choices.map((/** @type {[string, string]} */ [id, name], /** @type {number} */ i) => h('button', {
      type: 'button', role: 'radio', 'aria-checked': id === it.chosen ? 'true' : 'false', 'data-pick': `${it.name}=${id}`,
      tabindex: id === it.chosen ? '0' : '-1', onclick: () => choose(it.name, id),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const next = it.choices[(i + step + it.choices.length) % it.choices.length][0];
        /** @type {any} */ (box.querySelector(`[data-pick="${it.name}=${next}"]`))?.focus();
        choose(it.name, next);
      },
    }, name))),
    it.choices.length > 1 && compare.with && h('button.differs', { type: 'button', title: say('differs'), 'aria-label': `${say('differs')} ${it.asks ?? it.name}`, onclick: () => compare.with?.(it.name) }, '≠')));
  const edition = facts.editions.length > 0 && h('label.choice', {}, h('span.choice-name', {}, say('edition')),
    h('select', {
      onchange: (/** @type {any} */ event) => {
        model.edition = event.target.value || null;
        model.sets = {};
        look(true);
      },
    }, h('option', { value: '', selected: !model.edition }, say('asWritten')),
    facts.editions.map((/** @type {any} */ it) => h('option', { value: it.id, selected: it.id === model.edition }, it.name))));
  replace(box, edition, rows);
  box.hidden = !rows.length && !edition;
  if (focused) /** @type {any} */ (box.querySelector(`[data-pick="${CSS.escape(focused)}"]`) ?? box.querySelector(`[data-pick="${focused}"]`))?.focus();
}
