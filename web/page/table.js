// The table: the board with its hands, what a touch of it means, whose turn it is, and the way through the game.

import { Board, follow, squareInWords } from './board.js';
import { announce, byId, h, replace, sign, signButton } from './dom.js';
import { atEnd, changed, goTo, keepsLast, model, newGame, on, play, undo } from './model.js';
import { tile } from './pieces.js';
import { say } from './words.js';

/** What is taken up: a piece on a square, or one in hand. */
let chosen = /** @type {{square?: number, held?: number} | null} */ (null);

/** Squares that are lit, by who lights them. */
export const lit = { why: /** @type {number[]} */ ([]), text: /** @type {number[]} */ ([]), hint: /** @type {number[]} */ ([]), reach: /** @type {number[]} */ ([]) };

/** What the table asks of others: why an act is refused. */
export const asks = {
  why: (/** @type {string} */ _act) => {},
  /** A position is being set up: touches mean something else. */
  instead: /** @type {null | ((square: number) => void)} */ (null),
};

export const board = new Board({
  touched,
  taken(from) {
    if (asks.instead || !canAct(from)) return false;
    choose(from);
    return true;
  },
  typed(key) {
    if (key === 'Escape') choose(null);
    else if (key === 'f') flip();
    else if (key === 'u') undo();
    else return false;
    return true;
  },
});

/** Whether a person may act now. */
export function isPersonsTurn() {
  const { table, seats, viewOnly } = model;
  return !!table && !table.outcome && !viewOnly && (seats[table.side] === 0 || !atEnd());
}

/** @param {{square?: number, held?: number}} from */
function canAct(from) {
  if (!isPersonsTurn()) return false;
  const { table } = model;
  if (from.held !== undefined) return true;
  return table.cells[from.square ?? -1]?.some((/** @type {[number, number]} */ it) => it[1] === table.side);
}

/** @param {{square?: number, held?: number} | null} it */
function acts(it) {
  const { table, facts } = model;
  if (!it || !table) return [];
  return table.acts.filter((/** @type {any} */ act) => {
    if (act.to === undefined) return false;
    if (it.square !== undefined) return act.from === it.square;
    return act.from === undefined && facts.kinds[it.held ?? 0].drops_as.includes(act.kind);
  });
}

/** @param {{square?: number, held?: number} | null} it */
export function choose(it) {
  chosen = it;
  lit.reach = [];
  lit.why = [];
  hideChoice();
  show();
  changed('chosen');
  if (it?.square !== undefined) announce(squareInWords(model.facts, model.table, it.square, say('chosenPiece')));
}

/** The kind that is taken up. */
export function chosenKind() {
  if (!chosen || !model.table) return null;
  if (chosen.held !== undefined) return { kind: chosen.held, owner: model.table.side };
  const [kind, owner] = model.table.cells[chosen.square ?? -1]?.at(-1) ?? [];
  return kind === undefined ? null : { kind, owner, square: chosen.square };
}

/** @param {number} square @param {'click' | 'drop'} how */
function touched(square, how) {
  if (asks.instead) return asks.instead(square);
  const { table } = model;
  if (!table) return;
  if (chosen && (chosen.square !== square || chosen.held !== undefined)) {
    const fitting = acts(chosen).filter((/** @type {any} */ it) => it.to === square);
    if (fitting.length === 1) return make(fitting[0].text);
    if (fitting.length > 1) return askWhich(square, fitting);
    const mine = table.cells[square].some((/** @type {[number, number]} */ it) => it[1] === table.side);
    if (how === 'click' && mine && isPersonsTurn() && acts({ square }).length) return choose({ square });
    if (canAct(chosen)) return refuse(chosen, square);
  }
  if (chosen?.square === square) return choose(null);
  choose(table.cells[square].length ? { square } : null);
}

/**
 * Asks why a piece may not go somewhere.
 * @param {{square?: number, held?: number}} from
 * @param {number} to
 */
function refuse(from, to) {
  const { facts, table } = model;
  if (from.held !== undefined) return asks.why(`${facts.kinds[from.held].letter}*${facts.squares[to]}`);
  const own = table.cells[from.square ?? -1].filter((/** @type {[number, number]} */ it) => it[1] === table.side);
  const letter = own.length > 1 ? facts.kinds[own.at(-1)[0]].letter : '';
  asks.why(`${letter}${facts.squares[from.square ?? -1]}${facts.squares[to]}`);
}

/** @param {string} act */
export async function make(act, whole = false) {
  chosen = null;
  lit.hint = [];
  lit.why = [];
  hideChoice();
  const refused = await play(act, { whole });
  if (refused) asks.why(act);
  return refused;
}

/**
 * Plays what was typed: an act, or the only act that begins so.
 * @param {string} text
 */
export function typed(text) {
  const written = text.trim().replace(/\s+/g, '');
  if (!written) return;
  const exact = model.table.acts.filter((/** @type {any} */ it) => it.text === written);
  const like = model.table.acts.filter((/** @type {any} */ it) => it.text.replace(/[+=].*$/, '') === written);
  if (exact.length === 1 && like.length <= 1) return make(exact[0].text);
  if (like.length === 1) return make(like[0].text);
  if (like.length > 1) return askWhich(like[0].to, like);
  if (exact.length === 1) return make(exact[0].text);
  if (written.includes(',')) return make(written, true);
  asks.why(written);
}

// ---- which of several acts ----

const which = h('div.which', { role: 'dialog', hidden: true, onkeydown: (/** @type {any} */ event) => { if (event.key === 'Escape') choose(null); } });

function hideChoice() {
  which.hidden = true;
}

/** @param {number} square @param {any[]} fitting */
function askWhich(square, fitting) {
  const { facts, table } = model;
  replace(which, h('p', { id: 'which' }, say('promote')), ...fitting.map(act => {
    const kind = act.becomes ?? act.kind;
    return h('button', { type: 'button', onclick: () => make(act.text) },
      tile(facts, kind, table.side, { turned: (table.side === 1) !== model.flipped }), h('span', {}, facts.kinds[kind].name));
  }));
  which.setAttribute('aria-labelledby', 'which');
  which.hidden = false;
  which.dataset.square = String(square);
  which.querySelector('button').focus();
}

// ---- hands ----

/** @param {number} player */
function hand(player) {
  const { facts, table } = model;
  if (!facts.hands && !table.hands[player].length) return h('div.hand.none');
  const mine = player === table.side && isPersonsTurn();
  return h('div.hand', { role: 'group', 'aria-label': `${playerName(player)}: ${say('inHand')}` },
    table.hands[player].map((/** @type {[number, number]} */ [kind, n]) => {
      const isChosen = chosen?.held === kind && mine;
      const turned = (player === 1) !== model.flipped;
      const button = h('button.held', {
        type: 'button', 'aria-pressed': isChosen ? 'true' : 'false', disabled: !mine && !asks.instead,
        'aria-label': `${facts.kinds[kind].name}${n > 1 ? ` × ${n}` : ''}`,
        onclick: (/** @type {any} */ event) => { if (event.detail === 0 || event.pointerType === undefined) choose(isChosen ? null : { held: kind }); },
      }, tile(facts, kind, player, { turned, letters: board.letters }), n > 1 && h('span.count', {}, n));
      if (mine) {
        button.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => follow(event, { ghost: () => board.ghost(kind, player), from: { held: kind } },
          { touched, taken: from => { if (!canAct(from)) return false; choose(from); return true; } }, () => choose(isChosen ? null : { held: kind })));
        button.addEventListener('click', (/** @type {Event} */ event) => event.stopImmediatePropagation(), { capture: true });
        button.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          choose(isChosen ? null : { held: kind });
          board.focusOn(board.focus);
        });
      }
      return button;
    }),
    !table.hands[player].length && h('span.nothing', {}, say('emptyHand')));
}

/** @param {number} player */
export function playerName(player) {
  const given = model.facts.players[player];
  const plain = ['first', 'second'][player];
  return given === plain ? say(plain) : given;
}

// ---- the pane ----

const above = h('div.seat.above');
const below = h('div.seat.below');
const status = h('div.status', { id: 'status' });
const ways = h('div.ways', { role: 'toolbar' });
const notice = h('div.notice', { role: 'status', hidden: true });
const legend = h('div.legend');
export const aboveBoard = h('div.above-board');
export const belowBoard = h('div.below-board');

export function begin() {
  replace(byId('play'), aboveBoard, notice, h('div.table', {}, above, h('div.board-place', {}, board.element, which), below), status, ways, legend, belowBoard);
  on('table facts problems seats language chosen lit looks', show);
  on('played', () => {
    chosen = null;
    const { table, turns } = model;
    announce([turns.at(-1)?.replace(/,$/, ''), statusInWords()].filter(Boolean).join('. '));
    if (table.outcome) changed('over');
  });
  on('undone opened', () => {
    chosen = null;
    lit.why = lit.hint = lit.reach = [];
  });
}

function statusInWords() {
  const { table, seats } = model;
  if (table.outcome) {
    const { winner } = table.outcome;
    if (winner === null) return say('draw');
    const people = seats.filter(it => it === 0).length;
    if (people === 1) return say(seats[winner] === 0 ? 'youWin' : 'youLose');
    return say('wins', { player: playerName(winner) });
  }
  const inCheck = isInCheck() ? `, ${say('inCheck')}` : '';
  return say('toMove', { player: playerName(table.side) }) + inCheck;
}

/** Whether what must not be lost is attacked, of the side to move. */
const isInCheck = () => model.table.check.some((/** @type {number} */ square) =>
  model.table.cells[square].some((/** @type {[number, number]} */ it) => it[1] === model.table.side));

export function flip() {
  model.flipped = !model.flipped;
  show();
}

export function show() {
  const { facts, table, flipped } = model;
  if (!facts || !table || table.cells.length !== facts.squares.length) return;
  const mine = new Set();
  if (isPersonsTurn()) for (const act of table.acts) if (act.from !== undefined) mine.add(act.from);
  const targets = new Map();
  const owned = chosenKind();
  if (chosen && owned?.owner === table.side && isPersonsTurn()) {
    for (const act of acts(chosen)) {
      const takes = table.cells[act.to].some((/** @type {[number, number]} */ it) => it[1] !== table.side && facts.kinds[it[0]].layer === facts.kinds[act.kind].layer);
      targets.set(act.to, takes ? 'take' : 'go');
    }
  }
  board.show({
    facts, table, flipped, mine, targets, letters: board.letters, chosen: chosen?.square ?? null,
    lit: [[table.last, 'last'], [table.check, 'check'], [lit.reach, 'reach'], [lit.text, 'seen'], [lit.hint, 'hint'], [lit.why, 'why']],
    label: `${facts.title}, ${say('coordinates', { files: facts.files, ranks: facts.ranks })}. ${statusInWords()}`,
    describe: square => squareInWords(facts, table, square, targets.has(square) ? say('target') : ''),
  });
  const [top, bottom] = flipped ? [0, 1] : [1, 0];
  replace(above, seatLabel(top), hand(top));
  replace(below, hand(bottom), seatLabel(bottom));
  showStatus();
  showWays();
  showNotice();
  replace(legend, ...facts.zones.map((/** @type {any} */ zone, /** @type {number} */ i) => {
    const squares = new Set([...zone.squares[0], ...zone.squares[1]]);
    return squares.size <= facts.squares.length * 0.8 && h('span.zone-name', {}, h(`i.zone-sample.zone-${i % 5}`), zone.name);
  }));
  legend.hidden = !legend.children.length;
}

/** @param {number} player */
function seatLabel(player) {
  const { table, seats } = model;
  const toMove = !table.outcome && table.side === player;
  const level = seats[player];
  return h('div.player', { class: toMove ? 'player to-move' : 'player' }, h('i.dot'), h('span', {}, playerName(player)),
    level > 0 && h('small', {}, say('level', { n: level })));
}

function showStatus() {
  const { table } = model;
  const buttons = [];
  const passes = table.acts.filter((/** @type {any} */ it) => it.to === undefined);
  if (isPersonsTurn()) {
    for (const act of passes) {
      const end = act.text !== 'pass';
      buttons.push(h('button.small', { type: 'button', onclick: () => (end ? endTurn() : make(act.text)) }, say(end ? 'endTurn' : 'pass')));
    }
  }
  const left = table.outcome ? [] : table.left.map((/** @type {any} */ it) => h('span.left', { class: it.left ? 'left' : 'left spent' }, it.text, ' ', h('b', {}, `${it.left}/${it.of}`)));
  const over = table.outcome;
  replace(status,
    h('span.who', { class: over ? 'who over' : isInCheck() ? 'who checked' : 'who' }, statusInWords()),
    over && h('span.because', {}, over.says),
    over && h('button.small.quiet', { type: 'button', onclick: () => asks.why('') }, say('whyOver')),
    left, buttons);
}

/** Ends a turn of several acts. */
export const endTurn = () => make('', true);

function showWays() {
  const { turns, at, viewOnly } = model;
  const focused = /** @type {any} */ (document.activeElement)?.dataset?.way;
  const way = (/** @type {any} */ name, /** @type {string} */ word, /** @type {() => void} */ act, disabled = false) =>
    signButton(name, say(word), act, { disabled, 'data-way': word });
  replace(ways,
    h('div.group', {}, way('first', 'toStart', () => goTo(0), at === 0), way('back', 'stepBack', () => goTo(at - 1), at === 0),
      h('span.at', { 'aria-label': `${at} / ${turns.length}` }, `${at}/${turns.length}`),
      way('on', 'stepOn', () => goTo(at + 1), at === turns.length), way('last', 'toEnd', () => goTo(turns.length), at === turns.length)),
    h('div.group', {}, !viewOnly && way('undo', 'undo', () => undo(), at === 0), way('turn', 'flip', flip), !viewOnly && way('new', 'newGame', () => newGame(model.position))),
    ...moreWays.map(it => it()));
  ways.setAttribute('aria-label', say('game'));
  if (focused) /** @type {any} */ (ways.querySelector(`[data-way="${focused}"]`))?.focus();
}

/** Ways that others add. @type {(() => any)[]} */
export const moreWays = [];

function showNotice() {
  const { table } = model;
  const said = [];
  if (keepsLast()) said.push(h('span', {}, sign('edit'), say('keepsLast')));
  if (table.refused) {
    said.push(h('span', {}, say('turnRefused', { n: table.turns.length + 1, turn: table.refused.act, rule: table.refused.rule })),
      h('button.small.quiet', { type: 'button', onclick: () => { model.turns = table.turns; goTo(table.turns.length); } }, say('cutHere')));
  }
  notice.hidden = !said.length;
  if (said.length) replace(notice, ...said);
}
