// How pieces look: a tile that points the way of its owner, with his sign on it; a disc if nobody owns it.

import { s } from './dom.js';

/** The side of a square. */
export const CELL = 100;

const TILE = 'M0 -43 28 -33 36 41 -36 41 -28 -33Z';

/** @param {string} text */
const isPicture = text => /\p{Extended_Pictographic}/u.test(text);

/**
 * Whether a kind is what another one becomes.
 * @param {any} facts
 * @param {number} kind
 */
const isPromoted = (facts, kind) => facts.kinds.some((/** @type {any} */ it) => it.becomes.includes(kind));

/**
 * @param {any} facts
 * @param {number} kind
 * @param {number} owner 0, 1, or 2 for nobody
 * @param {{letters?: boolean, turned?: boolean}} [manner] `turned`: the owner sits above
 */
export function piece(facts, kind, owner, { letters = false, turned = owner === 1 } = {}) {
  const it = facts.kinds[kind];
  const text = (!letters && it.signs?.[owner === 1 ? 1 : 0]) || it.letter;
  const picture = isPicture(text);
  const long = [...text].length;
  const size = picture ? 46 : long > 2 ? 26 : long > 1 ? 36 : 48;
  const classes = ['piece', `of-${owner}`, isPromoted(facts, kind) ? 'promoted' : '', picture ? 'picture' : ''];
  // A picture stands upright whoever owns it: the tile says whose it is.
  const inner = turned && picture ? 'rotate(180)' : null;
  return s('g', { class: classes.join(' ').trim() },
    s('g', { transform: turned ? 'rotate(180)' : null },
      owner === 2 ? s('circle', { r: 37, class: 'tile' }) : s('path', { d: TILE, class: 'tile' }),
      s('text', { class: 'face', 'text-anchor': 'middle', 'font-size': size, y: (picture ? 22 : 21) - (long > 1 ? 4 : 0), transform: inner ? 'translate(0 14) rotate(180)' : null }, text)));
}

/**
 * A piece by itself.
 * @param {any} facts
 * @param {number} kind
 * @param {number} owner
 * @param {any} [manner]
 */
export function tile(facts, kind, owner, manner) {
  return s('svg', { viewBox: '-42 -48 84 94', class: 'tile-only', 'aria-hidden': 'true' }, piece(facts, kind, owner, manner));
}
