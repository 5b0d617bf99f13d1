// Why an act is refused, or the game over: the rule, its place in the text, its clause, and the squares that made it so.

import { ask } from './calls.js';
import { h, replace, announce } from './dom.js';
import { changed, game, model, on, rules } from './model.js';
import { asks, chosenKind, lit, show } from './table.js';
import { tile } from './pieces.js';
import { lang, say } from './words.js';

export const panel = h('div.panel.why-panel');

/** What is told. @type {any} */
let told = null;

/** Places of the text that are lit for it. @type {{from: number, to: number}[]} */
export let places = [];

export function begin() {
  asks.why = explain;
  on('played undone opened facts', () => {
    told = null;
    places = [];
    lit.why = [];
    draw();
  });
  on('chosen language', draw);
  draw();
}

/**
 * Explains an act, or the end of the game.
 * @param {string} act
 */
export async function explain(act) {
  try {
    told = await ask('why', { rules: rules(), game: game(), act: act || undefined });
  } catch (error) {
    told = { act, legal: false, unreadable: String(/** @type {any} */ (error).message), reasons: [] };
  }
  lit.why = told.reasons.flatMap((/** @type {any} */ it) => it.squares);
  const [first] = told.reasons;
  places = first ? [first.place, ...(first.parts ?? [])].filter((/** @type {any} */ it) => !it.file) : [];
  draw();
  changed('why', 'lit');
  announce([told.legal ? say('allowedBy') : say('refusedBy'), told.unreadable, ...told.reasons.map((/** @type {any} */ it) => it.says[0] ?? it.text)].filter(Boolean).join('. '));
}

function draw() {
  replace(panel, told ? explanation() : null, card(), !told && !chosenKind() && h('p.empty', {}, say('whyNothing')));
}

function explanation() {
  const head = told.unreadable ? say('unreadable') : told.legal ? say('allowedBy') : told.act ? say('refusedBy') : say('gameOver');
  return h('div.explained', { class: told.legal ? 'explained fine' : 'explained' },
    h('p.verdict', {}, h('span.badge', {}, head), told.act && h('code', {}, told.act)),
    told.unreadable && h('p', {}, told.unreadable),
    told.reasons.map(reason));
}

/** @param {any} it */
function reason(it) {
  const where = it.place.file ? say('inherited', { file: it.place.file }) : say('line', { n: it.place.line });
  // What the rule sees is told in English; the squares say it in every language.
  const english = lang() === 'en';
  return h('article.reason', {},
    it.says.map((/** @type {string} */ said) => h('p.rule-says', {}, said)),
    english && !it.says.includes(it.text) && h('p.of-this', {}, capital(it.text), '.'),
    english && it.facts.length > 0 && h('ul.facts', {}, it.facts.map((/** @type {string} */ fact) => h('li', {}, fact))),
    h('button.place', { type: 'button', onclick: () => { places = it.place.file ? [] : [it.place]; changed('why'); } }, h('code', {}, it.rule), h('span', {}, where)),
    it.clauses.map(clause));
}

/** @param {any} it */
export function clause(it) {
  return h('blockquote.clause', {},
    it.quote && h('q', {}, it.quote),
    h('p', {}, it.says),
    h('footer', {}, say('clause', { id: it.id }), it.book && ` · ${it.book}`));
}

/** The piece that is taken up: its name and how it moves. */
function card() {
  const it = chosenKind();
  if (!it || !model.facts) return null;
  const { facts } = model;
  const kind = facts.kinds[it.kind];
  if (!kind) return null;
  const said = facts.rules.filter((/** @type {any} */ rule) => rule.path.startsWith(`pieces.${kind.id}.`));
  return h('article.card', {},
    h('div.card-head', {}, tile(facts, it.kind, it.owner, { turned: false }), h('h3', {}, capital(kind.name))),
    said.flatMap((/** @type {any} */ rule) => rule.says.map((/** @type {string} */ text) => h('p.rule-says', {}, text))));
}

/** @param {string} text */
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
void show;
