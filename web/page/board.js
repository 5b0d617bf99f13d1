// The board: squares, zones, pieces, and what is lit on them. It knows how to be looked at and touched; what a touch means
// is the table's business.

import { h, s, replace, set } from './dom.js';
import { CELL, piece, tile } from './pieces.js';
import { say } from './words.js';

const EDGE = 36;

/**
 * The place of a square as it is seen.
 * @param {any} facts
 * @param {number} square
 * @param {boolean} flipped
 */
export function spot(facts, square, flipped) {
  const file = square % facts.files;
  const rank = Math.floor(square / facts.files);
  return flipped ? [facts.files - 1 - file, rank] : [file, facts.ranks - 1 - rank];
}

/**
 * A picture of a board with a position on it, that cannot be touched.
 * @param {any} facts
 * @param {any} table
 * @param {{label?: string, flipped?: boolean, lit?: number[], hands?: boolean}} [manner]
 */
export function picture(facts, table, { label, flipped = false, lit = [], hands = false } = {}) {
  const wide = facts.files * CELL;
  const high = facts.ranks * CELL;
  const room = hands && facts.hands ? 80 : 0;
  const root = s('svg', {
    class: 'board small', viewBox: `-8 ${-8 - room} ${wide + 16} ${high + 16 + 2 * room}`, role: 'img',
    'aria-label': label ?? facts.title,
  });
  root.append(...ground(facts, flipped), lights(facts, flipped, [[lit, 'seen']]), pieces(facts, table, flipped));
  if (room) root.append(...[0, 1].map(player => smallHand(facts, table, player, flipped, wide, high)));
  return root;
}

/** @param {any} facts @param {any} table @param {number} player @param {boolean} flipped @param {number} wide @param {number} high */
function smallHand(facts, table, player, flipped, wide, high) {
  const above = (player === 1) !== flipped;
  const group = s('g', { class: 'held-small' });
  let x = above ? wide - 35 : 35;
  for (const [kind, n] of table.hands[player]) {
    const at = `translate(${x} ${above ? -50 : high + 50}) scale(.62)`;
    group.append(s('g', { transform: at }, piece(facts, kind, player, { turned: above })));
    x += above ? -52 : 52;
    if (n > 1) {
      group.append(s('text', { x, y: (above ? -50 : high + 50) + 12, 'font-size': 34, class: 'label', 'text-anchor': 'middle' }, `×${n}`));
      x += above ? -46 : 46;
    }
  }
  return group;
}

/** @param {any} facts @param {boolean} flipped */
function ground(facts, flipped) {
  const [wide, high] = [facts.files * CELL, facts.ranks * CELL];
  const zones = s('g', { class: 'zones' });
  facts.zones.forEach((/** @type {any} */ zone, /** @type {number} */ i) => {
    // A zone that is nearly the whole board says nothing to the eye.
    const squares = new Set([...zone.squares[0], ...zone.squares[1]]);
    if (squares.size > facts.squares.length * 0.8) return;
    for (const square of squares) {
      const [x, y] = spot(facts, square, flipped);
      zones.append(s('rect', { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: `zone zone-${i % 5}` }));
    }
  });
  let lines = '';
  for (let i = 1; i < facts.files; i++) lines += `M${i * CELL} 0v${high}`;
  for (let i = 1; i < facts.ranks; i++) lines += `M0 ${i * CELL}h${wide}`;
  return [
    s('rect', { class: 'wood', x: -6, y: -6, width: wide + 12, height: high + 12, rx: 8 }),
    zones,
    s('path', { class: 'lines', d: lines }),
    s('rect', { class: 'rim', x: 0, y: 0, width: wide, height: high }),
  ];
}

/** @param {any} facts @param {boolean} flipped @param {[number[], string][]} lit */
function lights(facts, flipped, lit) {
  const group = s('g', { class: 'lights' });
  for (const [squares, kind] of lit) {
    for (const square of squares) {
      const [x, y] = spot(facts, square, flipped);
      group.append(s('rect', { x: x * CELL + 2, y: y * CELL + 2, width: CELL - 4, height: CELL - 4, class: `light ${kind}` }));
    }
  }
  return group;
}

/** @param {any} facts @param {any} table @param {boolean} flipped @param {boolean} [letters] */
function pieces(facts, table, flipped, letters = false) {
  const group = s('g', { class: 'pieces' });
  table.cells.forEach((/** @type {[number, number][]} */ cell, /** @type {number} */ square) => {
    const [x, y] = spot(facts, square, flipped);
    cell.forEach(([kind, owner], i) => {
      group.append(s('g', {
        transform: `translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})${stacked(i, cell.length)}`,
        'data-at': square, 'data-kind': kind,
      }, piece(facts, kind, owner, { letters, turned: (owner === 1) !== flipped && owner !== 2 })));
    });
  });
  return group;
}

/** What stands above something is smaller, and the lower can be seen. @param {number} i @param {number} of */
function stacked(i, of) {
  if (of === 1) return '';
  return i === 0 ? ' scale(1.02)' : ` translate(0 ${-6 * i}) scale(${1 - 0.3 * i})`;
}

/**
 * A board that is touched.
 */
export class Board {
  /**
   * @param {{touched: (square: number, how: 'click' | 'drop') => void, taken: (from: {square?: number, held?: number}) => boolean,
   *   typed?: (key: string) => boolean}} hands
   */
  constructor(hands) {
    this.hands = hands;
    this.facts = /** @type {any} */ (null);
    this.table = /** @type {any} */ (null);
    this.flipped = false;
    this.letters = false;
    this.focus = 0;
    this.svg = s('svg', { class: 'board', role: 'grid', id: 'board', tabindex: '-1' });
    this.element = h('div.board-box', {}, this.svg);
    this.svg.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => this.press(event));
    this.svg.addEventListener('focusin', (/** @type {any} */ event) => {
      const square = event.target.dataset?.sq;
      if (square !== undefined) this.focus = Number(square);
    });
  }

  /**
   * @param {{facts: any, table: any, flipped: boolean, letters?: boolean, mine?: Set<number>, lit: [number[], string][],
   *   targets?: Map<number, string>, chosen?: number | null, label: string, describe: (square: number) => string}} look
   */
  show(look) {
    const { facts, table, flipped } = look;
    const rebuilt = facts !== this.facts || flipped !== this.flipped;
    Object.assign(this, { facts, table, flipped, letters: look.letters ?? false });
    if (rebuilt) this.build();
    this.svg.setAttribute('aria-label', look.label);
    replace(this.lightLayer, ...lights(facts, flipped, look.lit).childNodes);
    replace(this.pieceLayer, ...pieces(facts, table, flipped, this.letters).childNodes);
    replace(this.targetLayer, ...[...(look.targets ?? [])].map(([square, kind]) => {
      const [x, y] = spot(facts, square, flipped);
      const place = { cx: (x + 0.5) * CELL, cy: (y + 0.5) * CELL };
      return kind === 'take' ? s('circle', { ...place, r: 43, class: 'target take' }) : s('circle', { ...place, r: 14, class: 'target' });
    }));
    this.cells.forEach((/** @type {any} */ cell, /** @type {number} */ square) => {
      set(cell, {
        'aria-label': look.describe(square),
        'aria-selected': look.chosen === square ? 'true' : null,
        class: look.mine?.has(square) || look.targets?.has(square) ? 'sq live' : 'sq',
      });
    });
    const chosen = look.chosen;
    for (const it of this.pieceLayer.children) it.classList.toggle('chosen', chosen !== null && chosen !== undefined && it.dataset.at === String(chosen));
  }

  build() {
    const { facts, flipped } = this;
    const [wide, high] = [facts.files * CELL, facts.ranks * CELL];
    set(this.svg, { viewBox: `${-EDGE} ${-EDGE} ${wide + 2 * EDGE} ${high + 2 * EDGE}` });
    this.element.style.setProperty('--files', String(facts.files));
    this.element.style.setProperty('--ranks', String(facts.ranks));
    this.element.classList.toggle('large', Math.max(facts.files, facts.ranks) > 16);
    this.lightLayer = s('g', { class: 'lights', 'aria-hidden': 'true' });
    this.pieceLayer = s('g', { class: 'pieces', 'aria-hidden': 'true' });
    this.targetLayer = s('g', { class: 'targets', 'aria-hidden': 'true' });
    const labels = s('g', { class: 'labels', 'aria-hidden': 'true' });
    const fileAt = (/** @type {number} */ x) => facts.labels[0][flipped ? facts.files - 1 - x : x];
    const rankAt = (/** @type {number} */ y) => facts.labels[1][flipped ? y : facts.ranks - 1 - y];
    for (let x = 0; x < facts.files; x++) labels.append(s('text', { x: (x + 0.5) * CELL, y: high + 28, class: 'label', 'text-anchor': 'middle' }, fileAt(x)));
    for (let y = 0; y < facts.ranks; y++) labels.append(s('text', { x: -20, y: (y + 0.5) * CELL + 8, class: 'label', 'text-anchor': 'middle' }, rankAt(y)));
    this.cells = /** @type {any[]} */ ([]);
    const rows = [];
    for (let y = 0; y < facts.ranks; y++) {
      const row = s('g', { role: 'row' });
      for (let x = 0; x < facts.files; x++) {
        const square = flipped ? y * facts.files + (facts.files - 1 - x) : (facts.ranks - 1 - y) * facts.files + x;
        const cell = s('rect', { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: 'sq', role: 'gridcell', 'data-sq': square, tabindex: '-1' });
        this.cells[square] = cell;
        row.append(cell);
      }
      rows.push(row);
    }
    replace(this.svg, ...ground(facts, flipped), labels, this.lightLayer, this.pieceLayer, this.targetLayer, ...rows);
    if (this.focus >= facts.squares.length) this.focus = 0;
    this.cells[this.focus].setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const step = steps[event.key];
    if (step) {
      const [x, y] = spot(this.facts, this.focus, this.flipped);
      const [toX, toY] = [x + step[0], y + step[1]];
      if (toX >= 0 && toX < this.facts.files && toY >= 0 && toY < this.facts.ranks) {
        const { files, ranks } = this.facts;
        this.focusOn(this.flipped ? toY * files + (files - 1 - toX) : (ranks - 1 - toY) * files + toX);
      }
      event.preventDefault();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.hands.touched(this.focus, 'click');
      event.preventDefault();
    } else if (this.hands.typed?.(event.key)) {
      event.preventDefault();
    }
  }

  /** @param {number} square */
  focusOn(square) {
    this.cells[this.focus]?.setAttribute('tabindex', '-1');
    this.focus = square;
    this.cells[square].setAttribute('tabindex', '0');
    this.cells[square].focus();
  }

  /** @param {PointerEvent} event */
  press(event) {
    const square = squareOf(/** @type {any} */ (event.target));
    if (square === null || event.button !== 0) return;
    const lifted = [...this.pieceLayer.children].filter(it => it.dataset.at === String(square)).at(-1);
    const [kind, owner] = this.table.cells[square].at(-1) ?? [];
    const grip = lifted && { ghost: () => this.ghost(kind, owner), from: { square }, fade: lifted };
    follow(event, grip, this.hands, () => this.hands.touched(square, 'click'));
  }

  /** @param {number} kind @param {number} owner */
  ghost(kind, owner) {
    const box = this.svg.getBoundingClientRect();
    const side = box.width / (this.facts.files + (2 * EDGE) / CELL);
    const ghost = tile(this.facts, kind, owner, { letters: this.letters, turned: (owner === 1) !== this.flipped && owner !== 2 });
    ghost.classList.add('ghost');
    ghost.style.width = `${side * 0.9}px`;
    return ghost;
  }
}

/** @param {Element | null} target */
function squareOf(target) {
  const square = /** @type {any} */ (target?.closest?.('[data-sq]'))?.dataset.sq;
  return square === undefined ? null : Number(square);
}

/**
 * A press that may become a drag: a piece that can be taken up follows, and falls on the square under it.
 * @param {PointerEvent} event
 * @param {{ghost: () => any, from: {square?: number, held?: number}, fade?: any} | undefined} grip
 * @param {{touched: (square: number, how: 'click' | 'drop') => void, taken: (from: any) => boolean}} hands
 * @param {() => void} click
 */
export function follow(event, grip, hands, click) {
  const [x, y] = [event.clientX, event.clientY];
  let ghost = /** @type {any} */ (null);
  const move = (/** @type {PointerEvent} */ now) => {
    if (!ghost && Math.hypot(now.clientX - x, now.clientY - y) > 5 && grip && hands.taken(grip.from)) {
      ghost = grip.ghost();
      document.body.append(ghost);
      document.body.classList.add('dragging');
      grip.fade?.classList.add('lifted');
    }
    if (ghost) ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`;
  };
  const up = (/** @type {PointerEvent} */ now) => {
    done();
    if (!ghost) {
      if (now.type === 'pointerup') click();
      return;
    }
    const under = squareOf(document.elementFromPoint(now.clientX, now.clientY));
    if (now.type === 'pointerup' && under !== null && under !== grip?.from.square) hands.touched(under, 'drop');
  };
  const done = () => {
    for (const name of ['pointermove', 'pointerup', 'pointercancel']) window.removeEventListener(name, /** @type {any} */ (name === 'pointermove' ? move : up));
    ghost?.remove();
    document.body.classList.remove('dragging');
    grip?.fade?.classList.remove('lifted');
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
}

/**
 * What a square is, in words.
 * @param {any} facts
 * @param {any} table
 * @param {number} square
 * @param {string} [more]
 */
export function squareInWords(facts, table, square, more = '') {
  const cell = table.cells[square];
  const standing = cell.map((/** @type {[number, number]} */ [kind, owner]) => {
    const piece = facts.kinds[kind].name;
    if (owner === 2) return piece;
    return say(owner === table.side ? 'ownPiece' : 'enemyPiece', { piece });
  });
  return [facts.squares[square], standing.join(' + ') || say('empty'), more].filter(Boolean).join(', ');
}
