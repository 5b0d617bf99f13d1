// The rule sheet: everything that the rules say, in sentences, live and to print.

import { picture } from './board.js';
import { h, replace } from './dom.js';
import { model, on } from './model.js';
import { tile } from './pieces.js';
import { help, isShown, sheetPane } from './text.js';
import { capital } from './why.js';
import { say } from './words.js';

export function begin() {
  on('facts table language', () => {
    if (isShown('sheet')) draw();
  });
  help.shown = tab => {
    if (tab === 'sheet') draw();
  };
}

const SECTIONS = [['turn', 'sheetTurn'], ['capture', 'sheetCapture'], ['promote', 'sheetPromote'], ['forbid', 'sheetForbid'], ['end', 'sheetEnd']];

function draw() {
  const { facts, table } = model;
  if (!facts || !table) return;
  const of = (/** @type {(path: string) => boolean} */ test) => facts.rules.filter((/** @type {any} */ it) => test(it.path))
    .flatMap((/** @type {any} */ it) => it.says.map((/** @type {string} */ text) => h('p', {}, text)));
  const section = (/** @type {string} */ name) => (/** @type {string} */ path) => path.split('.')[0] === name;
  replace(sheetPane, h('article.rule-sheet', {},
    h('button.small.quiet.print', { type: 'button', onclick: () => print() }, say('print')),
    h('h1', {}, facts.title),
    h('div.sheet-board', {}, picture(facts, table, { hands: true })),
    of(path => section('board')(path) || section('squares')(path)),
    h('h2', {}, say('sheetPieces')),
    h('div.sheet-pieces', {}, facts.kinds.map((/** @type {any} */ kind, /** @type {number} */ i) => h('section', {},
      h('h3', {}, tile(facts, i, kind.neutral ? 2 : 0), capital(kind.name)), of(path => path.startsWith(`pieces.${kind.id}.`))))),
    SECTIONS.map(([name, word]) => {
      const said = of(section(name));
      return said.length > 0 && [h('h2', {}, say(word)), said];
    })));
}
