// The head of the page: the game that is open, the language, light and dark; and the list of games.

import { picture } from './board.js';
import { ask } from './calls.js';
import { byId, h, replace, sign, signButton } from './dom.js';
import { changed, model, on, open, openShipped } from './model.js';
import { keep, kept } from './keep.js';
import { lang, say, setLanguage } from './words.js';

/** @type {{file?: string | null, files?: string[]}} */
export const begun = {};

/** Buttons that others put into the head. @type {(() => any)[]} */
export const tools = [];

export function begin() {
  on('facts language opened', draw);
  draw();
}

function draw() {
  const title = model.facts?.title ?? model.name;
  replace(byId('top'),
    h('a.brand', { href: './', 'aria-label': 'Koma' }, h('span.mark', { lang: 'ja', 'aria-hidden': 'true' }, '駒'), h('span.brand-name', {}, 'Koma')),
    h('button.game-name', { type: 'button', 'aria-haspopup': 'dialog', onclick: showGames, title: say('chooseGame') }, h('span', {}, title || say('games')), sign('down')),
    h('div.tools', {},
      ...tools.map(it => it()),
      h('div.languages', { role: 'group', 'aria-label': say('language') }, ['en', 'fr'].map(code => h('button', {
        type: 'button', lang: code, 'aria-pressed': lang() === code ? 'true' : 'false', onclick: () => speak(/** @type {any} */ (code)),
      }, code.toUpperCase()))),
      signButton('sun', say('theme'), turnLight)));
  document.title = title ? `${title} · Koma` : 'Koma';
}

/** @param {'en' | 'fr'} code */
async function speak(code) {
  setLanguage(code);
  keep('lang', code);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', say(/** @type {any} */ (element).dataset.label));
  for (const element of document.querySelectorAll('[data-say]')) element.textContent = say(/** @type {any} */ (element).dataset.say);
  changed('language');
  changed('relook');
}

function turnLight() {
  const dark = isDark();
  document.documentElement.dataset.theme = dark ? 'light' : 'dark';
  keep('theme', dark ? 'light' : 'dark');
}

export const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

export function restore() {
  const theme = kept('theme');
  if (theme) document.documentElement.dataset.theme = theme;
  const wanted = kept('lang') ?? (navigator.language?.startsWith('fr') ? 'fr' : 'en');
  setLanguage(wanted === 'fr' ? 'fr' : 'en');
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', say(/** @type {any} */ (element).dataset.label));
  for (const element of document.querySelectorAll('[data-say]')) element.textContent = say(/** @type {any} */ (element).dataset.say);
}

// ---- the list of games ----

const pictures = new Map();

async function showGames() {
  const games = await ask('games', { lang: lang() });
  /** @type {Map<string, any[]>} */
  const groups = new Map([[say('withRulebook'), games.filter((/** @type {any} */ it) => it.rulebook)]]);
  for (const it of games.filter((/** @type {any} */ it) => !it.rulebook)) {
    const family = it.family ?? say('otherGames');
    if (!groups.has(family)) groups.set(family, []);
    groups.get(family)?.push(it);
  }
  const dialog = sheetDialog(say('games'));
  for (const [heading, list] of groups) {
    if (!list.length) continue;
    dialog.body.append(h('h3', {}, heading), h('ul.game-list', {}, list.map(it => gameTile(it, dialog))));
  }
  if (begun.files?.length) {
    dialog.body.append(h('h3', {}, say('ofFolder')), h('ul.file-list', {}, begun.files.map(file => h('li', {}, h('button.quiet', {
      type: 'button',
      onclick: async () => {
        const text = await (await fetch(`folder/${file}`)).text();
        dialog.close();
        await open({ name: file.replace(/\.toml$/, ''), text, file });
      },
    }, file)))));
  }
}

/** @param {any} it @param {{close: () => void}} dialog */
function gameTile(it, dialog) {
  const place = h('div.game-picture');
  drawPicture(it.name, place);
  return h('li', {}, h('button.game-tile', {
    type: 'button', 'aria-current': it.name === model.name ? 'true' : null,
    onclick: async () => {
      dialog.close();
      await openShipped(it.name);
      history.replaceState(null, '', `#${it.name}`);
    },
  }, place, h('strong', {}, it.title), h('span.about', {}, it.about ?? ''), h('span.size', {}, (it.size ?? '').replace('x', ' × '))));
}

/** @param {string} name @param {Element} place */
async function drawPicture(name, place) {
  if (!pictures.has(name)) {
    const asked = { rules: { name, lang: lang() } };
    pictures.set(name, Promise.all([ask('facts', asked), ask('acts', asked)]));
  }
  try {
    const [facts, table] = await pictures.get(name);
    place.append(picture(facts, table, { label: '' }));
  } catch {
    pictures.delete(name);
  }
}

/**
 * A dialog over the page.
 * @param {string} title
 * @param {string} [kind]
 */
export function sheetDialog(title, kind = '') {
  const body = h('div.dialog-body');
  const dialog = h(`dialog.sheet-dialog${kind}`, { 'aria-label': title, onclick: (/** @type {any} */ event) => { if (event.target === dialog) close(); }, onclose: () => dialog.remove() },
    h('header', {}, h('h2', {}, title), signButton('close', say('close'), () => close())), body);
  const close = () => dialog.close();
  document.body.append(dialog);
  dialog.showModal();
  return { element: dialog, body, close };
}
