// What differs? The shortest game that tells two readings apart, on two boards side by side.

import { picture } from './board.js';
import { ask } from './calls.js';
import { compare } from './choices.js';
import { h, replace, signButton } from './dom.js';
import { model, rules } from './model.js';
import { sheetDialog } from './top.js';
import { say } from './words.js';

export function begin() {
  compare.with = show;
}

/** @param {string} name */
async function show(name) {
  const choice = model.facts.choices.find((/** @type {any} */ it) => it.name === name);
  const now = choice.chosen;
  const others = choice.choices.filter((/** @type {[string, string]} */ it) => it[0] !== now);
  const dialog = sheetDialog(say('differs'));
  const place = h('div.differs-place');
  let other = others[0];
  const named = (/** @type {string} */ id) => choice.choices.find((/** @type {[string, string]} */ it) => it[0] === id)?.[1] ?? id;
  dialog.body.append(h('p.asks', {}, choice.asks ?? name), others.length > 1 && h('div.switch', {}, others.map((/** @type {[string, string]} */ it) =>
    h('button', { type: 'button', onclick: () => { other = it; run(); } }, it[1]))) || '', place);
  await run();

  async function run() {
    replace(place, h('p.empty', {}, say('comparing')));
    let found;
    try {
      found = await ask('diff', { rules: rules(), other: { [name]: other[0] } });
    } catch (error) {
      return replace(place, h('p.empty', {}, String(/** @type {any} */ (error).message)));
    }
    if (!found.witness) return replace(place, h('p.empty', {}, say(found.verdict === 'same' ? 'sameRules' : 'noDifference', { n: found.positions.toLocaleString() })));
    await boards(found.witness);
  }

  /** @param {any} witness */
  async function boards(witness) {
    const sides = [{ ...model.sets, [name]: now }, { ...model.sets, [name]: other[0] }];
    let at = 0;
    const draw = async () => {
      const game = { position: witness.from ?? undefined, turns: witness.turns.slice(0, at) };
      const tables = await Promise.all(sides.map(sets => ask('acts', { rules: { ...rules(), sets }, game })));
      const end = at === witness.turns.length;
      const only = witness.sides.map((/** @type {any} */ it) => it.only);
      replace(place,
        h('div.two-boards', {}, tables.map((table, i) => h('figure', {},
          h('figcaption', {}, named(i ? other[0] : now)),
          picture(model.facts, table, { label: named(i ? other[0] : now), hands: true, lit: end ? only[i].flatMap((/** @type {any} */ it) => squares(it.act)) : table.last }),
          end && h('div.side-says', {},
            witness.sides[i].outcome && h('p', {}, h('b', {}, witness.sides[i].outcome)),
            only[i].slice(0, 3).map((/** @type {any} */ it) => h('p', {}, h('code', {}, it.act), ' ', say('onlyHere'))),
            only[1 - i].slice(0, 3).map((/** @type {any} */ it) => h('p', {}, h('code', {}, it.act), ' ', say('refusedHere', { rule: it.refused.rule }), h('br'), h('i', {}, it.refused.says ?? it.refused.reason))))))),
        h('div.ways', {}, signButton('back', say('stepBack'), () => { at = Math.max(0, at - 1); draw(); }, { disabled: at === 0 }),
          h('span.at', {}, `${at}/${witness.turns.length}`),
          signButton('on', say('stepOn'), () => { at = Math.min(witness.turns.length, at + 1); draw(); }, { disabled: end }),
          h('code', {}, witness.turns.slice(0, at).join(' '))));
    };
    await draw();
  }
}

/** The squares that an act names. @param {string} act */
const squares = act => (act.match(/[a-z]+\d+|\d+[a-z]+/g) ?? []).map(it => model.facts.squares.indexOf(it)).filter(it => it >= 0);
