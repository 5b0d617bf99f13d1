// The panels beside the board.

import { byId, h, replace } from './dom.js';
import { changed, on } from './model.js';
import { say } from './words.js';

/** @type {{id: string, panel: any}[]} */
const panels = [];
let shown = 'game';

const tabs = h('div.tabs', { role: 'tablist' });
const place = h('div.panels');

/**
 * @param {string} id
 * @param {any} panel
 */
export function add(id, panel) {
  panel.id = `panel-${id}`;
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', `tab-${id}`);
  panel.tabIndex = 0;
  panels.push({ id, panel });
}

/** @param {string} id */
export function open(id) {
  shown = id;
  draw();
  changed('panel');
}

export const isOpen = (/** @type {string} */ id) => shown === id;

export function begin() {
  replace(byId('rail'), tabs, place);
  on('language', draw);
  on('why', () => open('why'));
  draw();
}

function draw() {
  replace(tabs, ...panels.map(({ id }, i) => h('button.tab', {
    type: 'button', role: 'tab', id: `tab-${id}`, 'aria-selected': id === shown ? 'true' : 'false', 'aria-controls': `panel-${id}`,
    tabindex: id === shown ? '0' : '-1', onclick: () => open(id),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      open(panels[(i + step + panels.length) % panels.length].id);
      byId(`tab-${shown}`).focus();
    },
  }, say(id))));
  if (!place.children.length) place.append(...panels.map(it => it.panel));
  for (const { id, panel } of panels) panel.hidden = id !== shown;
}
