// The computer: an opponent with levels, a hint at full strength, an analysis with several lines.

import { ask } from './calls.js';
import { h, replace } from './dom.js';
import { atEnd, changed, game, goTo, model, on, play, rules } from './model.js';
import { lit, moreWays, show } from './table.js';
import { signButton } from './dom.js';
import { say } from './words.js';

export const panel = h('div.panel.analysis-panel');

/** What is being thought about, and how to stop it. */
let thinking = /** @type {AbortController | null} */ (null);
let why = '';
let thought = /** @type {any} */ (null);

export function begin() {
  moreWays.push(() => h('div.group', {}, thinking
    ? signButton('stop', say('stop'), stop)
    : signButton('bulb', say('hint'), hint, { disabled: !model.table || !!model.table.outcome || model.viewOnly })));
  on('table seats', () => queueMicrotask(answer));
  on('undone opened facts', () => {
    stop();
    thought = null;
    draw();
  });
  on('language table', draw);
  draw();
}

function stop() {
  thinking?.abort();
  thinking = null;
}

/**
 * @param {any} more
 * @param {string} purpose
 * @param {(part: any) => void} [part]
 */
async function think(more, purpose, part) {
  stop();
  const mine = new AbortController();
  thinking = mine;
  why = purpose;
  show();
  try {
    return await ask('think', { rules: rules(), game: game(), ...more }, { signal: mine.signal, part });
  } catch {
    return null;
  } finally {
    if (thinking === mine) thinking = null;
    show();
  }
}

/** Plays for a seat of the computer. */
async function answer() {
  const { table, seats } = model;
  if (!table || table.outcome || table.open || !atEnd() || model.viewOnly) return;
  const level = seats[table.side];
  // Its own turn goes before a hint or an analysis.
  if (!level || (thinking && why === 'play')) return;
  const before = model.turns.length;
  const found = await think({ level, seed: Math.floor(Math.random() * 1e9) }, 'play');
  const turn = found?.lines[0]?.turns[0];
  if (turn && model.turns.length === before && atEnd() && model.seats[model.table.side] === level) await play(turn, { whole: true });
}

async function hint() {
  const found = await think({ time: 1000 }, 'hint');
  const turn = found?.lines[0]?.turns[0];
  if (!turn) return;
  const { facts } = model;
  lit.hint = facts.squares.flatMap((/** @type {string} */ it, /** @type {number} */ i) => (named(turn, it) ? [i] : []));
  changed('lit');
}

/** Whether a turn names a square. @param {string} turn @param {string} square */
const named = (turn, square) => (turn.match(/[a-z]+\d+|\d+[a-z]+/g) ?? []).includes(square);

async function analyse() {
  thought = null;
  const last = await think({ time: 10000, lines: 3 }, 'analyse', part => {
    thought = part;
    draw();
  });
  if (last) thought = last;
  draw();
}

/** @param {any} line */
function worth(line) {
  if (line.mate !== null) return line.mate > 0 ? `+#${line.mate}` : `−#${-line.mate}`;
  const value = (line.value ?? 0) / 100;
  return (value > 0 ? '+' : value < 0 ? '−' : '') + Math.abs(value).toFixed(1);
}

function draw() {
  const running = thinking && why === 'analyse';
  replace(panel,
    h('div.row', {}, running ? h('button.small', { type: 'button', onclick: stop }, say('stop'))
      : h('button.small', { type: 'button', onclick: analyse, disabled: !model.table || !!model.table.outcome }, say('analyse'))),
    thought ? h('ol.lines-found', {}, thought.lines.map((/** @type {any} */ line) => h('li', {},
      h('b', {}, worth(line)), h('button.turn', { type: 'button', onclick: () => goOn(line.turns) }, line.turns.join('  '))))) : h('p.empty', {}, say('analysisEmpty')),
    thought && h('p.note', {}, say('searched', { depth: thought.depth, nodes: thought.nodes.toLocaleString() })));
}

/** @param {string[]} turns */
async function goOn(turns) {
  model.turns = [...model.turns.slice(0, model.at), ...turns];
  await goTo(model.at + 1);
}
