// The rules, the game and the choices that the page shows; who shows them is told when they change.

import { ask, latest, No } from './calls.js';
import { lang } from './words.js';

/**
 * @typedef {{from: number, to: number, line: number, column: number, file?: string}} Place
 * @typedef {{text: string, from?: number, to?: number, kind?: number, becomes?: number}} Act
 */

const listeners = new Map();

/**
 * @param {string} events
 * @param {() => void} listener
 */
export function on(events, listener) {
  for (const event of events.split(' ')) {
    if (!listeners.has(event)) listeners.set(event, []);
    listeners.get(event).push(listener);
  }
}

/** @param {...string} events */
export function changed(...events) {
  const all = new Set(events.flatMap(event => listeners.get(event) ?? []));
  for (const listener of all) listener();
}

/** Everything that is shown. */
export const model = {
  /** The name of the variant: a shipped one, or a file's. */
  name: '',
  /** The text in the editor, and that of the rulebook. */
  text: '',
  book: /** @type {string | null} */ (null),
  /** The text as it was opened. */
  opened: '',
  /** The file that `koma serve` follows. */
  file: /** @type {string | null} */ (null),
  problems: /** @type {any[]} */ ([]),
  checked: false,
  /** The last rules that could be played. */
  good: /** @type {{name: string, text: string} | null} */ (null),
  edition: /** @type {string | null} */ (null),
  sets: /** @type {Record<string, string>} */ ({}),
  facts: /** @type {any} */ (null),
  /** The game: from where, and its turns; how many of them are looked at. */
  position: /** @type {string | null} */ (null),
  turns: /** @type {string[]} */ ([]),
  at: 0,
  table: /** @type {any} */ (null),
  flipped: false,
  /** Who plays: a person is 0, the computer has its level. */
  seats: [0, 0],
  viewOnly: false,
};

/** The rules that are played, as calls ask for them. */
export function rules(text = model.good?.text ?? model.text) {
  return {
    name: model.name,
    text,
    book: model.book ?? undefined,
    edition: model.edition ?? undefined,
    sets: model.sets,
    lang: lang(),
  };
}

/** The game as far as it is looked at. */
export function game(at = model.at) {
  return { position: model.position ?? undefined, turns: model.turns.slice(0, at) };
}

export const atEnd = () => model.at === model.turns.length;
export const keepsLast = () => model.good !== null && model.good.text !== model.text && model.problems.some(it => it.severity === 'error');

/**
 * Opens a text to be edited and played.
 * @param {{name: string, text: string, book?: string | null, file?: string | null, edition?: string | null,
 *   sets?: Record<string, string>, position?: string | null, turns?: string[]}} it
 */
export async function open(it) {
  Object.assign(model, {
    name: it.name, text: it.text, opened: it.text, book: it.book ?? null, file: it.file ?? null,
    edition: it.edition ?? null, sets: it.sets ?? {}, position: it.position ?? null, turns: it.turns ?? [],
    at: it.turns?.length ?? 0, good: null, facts: null, table: null, problems: [], checked: false, flipped: false,
  });
  changed('opened', 'text');
  await check();
}

/** @param {string} name */
export async function openShipped(name) {
  const { text, book } = await ask('read', { name });
  await open({ name, text, book });
}

/**
 * The text was edited.
 * @param {string} text
 */
export function edit(text) {
  model.text = text;
  check();
}

/** Looks at the text; if it can be played, it is. */
export const check = latest(async () => {
  const { name, text, book } = model;
  const since = performance.now();
  let checked;
  try {
    checked = await ask('check', { rules: { name, text, book: book ?? undefined } });
  } catch (error) {
    checked = { loads: false, problems: [problemOf(error)] };
  }
  if (name !== model.name) return;
  model.problems = checked.problems;
  model.checked = true;
  model.checkTime = performance.now() - since;
  if (text === model.text) changed('problems');
  if (checked.loads) {
    model.good = { name, text };
    await look(true);
  } else {
    changed('problems');
  }
});

/** @param {unknown} error */
function problemOf(error) {
  return { code: 'page', severity: 'error', message: error instanceof Error ? error.message : String(error), places: [] };
}

/**
 * Looks at the board; at the facts too if the rules have changed.
 * @param {boolean} [anew]
 */
export async function look(anew = false) {
  if (!model.good) return;
  if (anew || !model.facts) {
    try {
      model.facts = await ask('facts', { rules: rules() });
    } catch (error) {
      if (!(error instanceof No) || !(Object.keys(model.sets).length || model.edition)) throw error;
      // The choices are of rules that have gone.
      model.sets = {};
      model.edition = null;
      model.facts = await ask('facts', { rules: rules() });
    }
    changed('facts');
  }
  await seat(game());
}

/** @param {{position?: string, turns: string[]}} asked */
async function seat(asked) {
  try {
    model.table = await ask('acts', { rules: rules(), game: asked });
  } catch (error) {
    if (!model.position && !model.turns.length) throw error;
    // A position of other rules.
    Object.assign(model, { position: null, turns: [], at: 0 });
    model.table = await ask('acts', { rules: rules(), game: game() });
  }
  changed('table');
}

/**
 * Goes to a turn of the game.
 * @param {number} at
 */
export async function goTo(at) {
  model.at = Math.max(0, Math.min(model.turns.length, at));
  await seat(game());
}

/**
 * Plays an act; of a turn of several it stays open. The answer is a refusal, if there is one.
 * @param {string} act
 * @param {{whole?: boolean}} [manner]
 */
export async function play(act, { whole = false } = {}) {
  const asked = { rules: rules(), game: game(), act, open: !whole && !!model.facts?.several };
  const answer = await ask('play', asked);
  if (answer.refused) return answer.refused;
  model.table = answer.table;
  model.turns = answer.table.turns;
  model.at = model.turns.length;
  changed('table', 'played');
  return null;
}

/** Takes back a turn; against the computer, until a person is to move. */
export async function undo() {
  const last = model.turns.at(-1);
  if (last?.endsWith(',') && atEnd()) {
    const acts = last.slice(0, -1).split(',').slice(0, -1);
    model.turns = [...model.turns.slice(0, -1), ...(acts.length ? [`${acts.join(',')},`] : [])];
  } else {
    model.turns = model.turns.slice(0, model.at);
    let n = model.turns.length - 1;
    if (model.seats.includes(0)) while (n > 0 && model.seats[sideAt(n)] !== 0) n--;
    model.turns = model.turns.slice(0, Math.max(0, n));
  }
  model.at = model.turns.length;
  changed('undone');
  await seat(game());
}

/**
 * Who makes a turn of the game.
 * @param {number} at
 */
export function sideAt(at) {
  const letter = (model.position ?? model.facts.start).split(' ')[1];
  return (Math.max(0, model.facts.sides.indexOf(letter)) + at) % 2;
}

/** @param {string | null} [position] */
export async function newGame(position = null) {
  Object.assign(model, { position, turns: [], at: 0 });
  changed('undone');
  await seat(game());
}

/**
 * @param {string} name
 * @param {string} choice
 */
export async function choose(name, choice) {
  model.sets = { ...model.sets, [name]: choice };
  await look(true);
}
