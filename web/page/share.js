// A link that holds the variant, the choices and the game, in its fragment: nothing is sent to anybody.

import { ask } from './calls.js';
import { h, replace, signButton } from './dom.js';
import { model, open } from './model.js';
import { sheetDialog, tools } from './top.js';
import { say } from './words.js';

/** The codec: JSON, deflated, in base64 for addresses. */
const CODEC = 'k1:';
const LONGEST = 2000;
/** What a link may unpack to. */
const LARGEST = 512 * 1024;

export function begin() {
  tools.push(() => signButton('share', say('share'), show));
}

/** @param {ReadableStream} stream @param {number} largest */
async function bytesOf(stream, largest) {
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > largest) throw new Error('too large');
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {any} value */
async function packed(value) {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = await bytesOf(stream, LARGEST);
  return CODEC + btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} text */
async function unpacked(text) {
  const binary = atob(text.slice(CODEC.length).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, it => it.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(stream, LARGEST)));
}

/** @param {boolean} viewOnly */
async function link(viewOnly) {
  const shipped = await ask('read', { name: model.name }).catch(() => null);
  const same = shipped?.text === model.text;
  const value = {
    name: model.name,
    text: same ? undefined : model.text,
    edition: model.edition ?? undefined,
    sets: Object.keys(model.sets).length ? model.sets : undefined,
    position: model.position ?? undefined,
    turns: model.turns.length ? model.turns : undefined,
    view: viewOnly || undefined,
  };
  return `${location.origin}${location.pathname}#${await packed(value)}`;
}

async function show() {
  const dialog = sheetDialog(say('share'), '.narrow');
  const place = h('div.share-place');
  dialog.body.append(place);
  let viewOnly = false;
  const draw = async () => {
    const text = await link(viewOnly);
    const field = h('input', { type: 'text', readonly: true, value: text, 'aria-label': say('link'), onfocus: () => field.select() });
    replace(place,
      h('label.check', {}, h('input', { type: 'checkbox', checked: viewOnly, onchange: () => { viewOnly = !viewOnly; draw(); } }), say('viewOnly')),
      h('div.row', {}, field, h('button.small', { type: 'button', onclick: () => { field.select(); navigator.clipboard?.writeText(text).catch(() => {}); } }, say('copy'))),
      text.length > LONGEST && h('p.warned', {}, say('longLink', { n: text.length })),
      h('p.note', {}, say('linkHolds')));
  };
  await draw();
}

/**
 * Opens what a link holds. It may hold anything: what is no text, no list and no choice is left out.
 * @param {string} fragment
 */
export async function openLink(fragment) {
  if (!fragment.startsWith(CODEC)) return false;
  let it;
  try {
    it = await unpacked(fragment);
  } catch {
    return false;
  }
  if (typeof it !== 'object' || it === null) return false;
  const text = (/** @type {any} */ value) => (typeof value === 'string' ? value : null);
  const name = text(it.name) ?? '';
  const shipped = await ask('read', { name }).catch(() => null);
  const rules = text(it.text) ?? shipped?.text;
  if (rules === undefined || rules === null) return false;
  const sets = Object.fromEntries(Object.entries(typeof it.sets === 'object' && it.sets ? it.sets : {}).filter(entry => typeof entry[1] === 'string'));
  const turns = Array.isArray(it.turns) ? it.turns.filter((/** @type {any} */ turn) => typeof turn === 'string').slice(0, 2000) : [];
  model.viewOnly = it.view === true;
  await open({ name, text: rules, book: shipped?.book ?? null, edition: text(it.edition), sets: /** @type {any} */ (sets), position: text(it.position), turns });
  return true;
}
