// The page begins: who answers, what is shown first.

import { ask, speak } from './calls.js';
import * as choices from './choices.js';
import * as differs from './differs.js';
import { byId, h, replace } from './dom.js';
import { known } from './highlight.js';
import { http } from './http.js';
import { changed, check, game, look, model, on, open, openShipped, rules } from './model.js';
import * as moves from './moves.js';
import * as opponent from './opponent.js';
import * as rail from './rail.js';
import * as scenarios from './scenarios.js';
import * as share from './share.js';
import * as sheet from './sheet.js';
import * as table from './table.js';
import * as text from './text.js';
import * as top from './top.js';
import * as why from './why.js';
import { say } from './words.js';

speak(http);
top.restore();
rail.add('game', moves.panel);
rail.add('why', why.panel);
rail.add('analysis', opponent.panel);
share.begin();
differs.begin();
top.begin();
text.begin();
table.begin();
moves.begin();
why.begin();
choices.begin();
opponent.begin();
scenarios.begin();
sheet.begin();
rail.begin();
helpers();
panes();
on('relook', () => look(true));
begin();

async function begin() {
  ask('words', {}).then(words => { known.words = new Set(words); });
  const begun = await (await fetch('begin.json')).json();
  Object.assign(top.begun, begun);
  if (begun.file) return follow();
  const wanted = location.hash.slice(1);
  if (await share.openLink(wanted)) return;
  await openShipped(begun.name ?? (/^[a-z0-9_]+$/.test(wanted) ? wanted : 'mini_shogi')).catch(() => openShipped('mini_shogi'));
}

/** Follows the file that `koma serve` shows: saved in any editor, the board follows. */
function follow() {
  const source = new EventSource('watch');
  source.onmessage = event => {
    const { file, text: saved, book } = JSON.parse(event.data);
    if (saved === null) return;
    if (model.file !== file) open({ name: file.replace(/\.toml$/, ''), text: saved, book, file });
    else if (saved !== model.text || book !== model.book) {
      model.book = book;
      text.bookEditor.load(book ?? '');
      text.rulesEditor.load(saved);
      model.text = saved;
      model.opened = saved;
      check();
    }
  };
}

/** On a narrow page one thing is shown at a time. */
function panes() {
  const all = [['text', 'rules'], ['board', 'board'], ['rail', 'more']];
  const draw = () => replace(byId('panes'), ...all.map(([pane, word]) => h('button', {
    type: 'button', 'aria-pressed': byId('desk').dataset.pane === pane ? 'true' : 'false',
    onclick: () => {
      byId('desk').dataset.pane = pane;
      draw();
    },
  }, say(word))));
  on('language', draw);
  on('why', () => {
    if (matchMedia('(max-width: 760px)').matches) byId('desk').dataset.pane = 'rail';
    draw();
  });
  draw();
}

/** What the editor asks: what could be typed, and what the text says. */
function helpers() {
  text.help.complete = (/** @type {number} */ at, /** @type {string} */ now) => ask('complete', { rules: { ...rules(now), edition: undefined, sets: {} }, at }).catch(() => null);
  text.help.hover = async (/** @type {number} */ at) => {
    if (!model.good || model.good.text !== model.text) return null;
    const said = await ask('hover', { rules: rules(), game: game(), at }).catch(() => null);
    if (!said || (!said.says.length && !said.squares.length)) return null;
    table.lit.text = said.squares;
    table.lit.reach = said.reach;
    changed('lit');
    const note = said.words && say('onSquares', { n: said.squares.length });
    return { ...said, note: note ? `${said.words}: ${note}` : undefined };
  };
  text.help.left = () => {
    table.lit.text = [];
    table.lit.reach = [];
    changed('lit');
  };
}
