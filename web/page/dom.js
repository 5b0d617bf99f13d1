// Elements made by hand: text is always text, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
export function set(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) element.removeAttribute(key);
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  return element;
}

/**
 * @param {Element} element
 * @param {any[]} children
 */
function fill(element, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * An element of HTML: its tag, with a class after a dot.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name || 'div');
  if (classes.length) element.className = classes.join(' ');
  return fill(set(element, props), children);
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function s(tag, props = {}, ...children) {
  return fill(set(document.createElementNS(SVG, tag), props), children);
}

/**
 * @param {Element} element
 * @param {...any} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

/**
 * @param {string} id
 * @returns {any}
 */
export const byId = id => document.getElementById(id);

/** Signs of the buttons: strokes on a field of 24 by 24. */
const SIGNS = {
  first: 'M6 5v14M19 5l-9 7 9 7Z',
  back: 'M16 5l-9 7 9 7Z',
  on: 'M8 5l9 7-9 7Z',
  last: 'M18 5v14M5 5l9 7-9 7Z',
  undo: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  new: 'M12 5v14M5 12h14',
  turn: 'M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3',
  share: 'M15 5h5v5M20 5l-8 8M17 14v5H5V7h5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9l6 6 6-6',
  why: 'M9 9a3 3 0 1 1 4 3c-1 .6-1 1.2-1 2M12 18h.01',
  bulb: 'M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.8.8-1 1.4-1 2H9c0-.6-.2-1.2-1-2',
  edit: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
  stop: 'M7 7h10v10H7Z',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  check: 'M5 13l4 4L19 7',
};

/**
 * @param {keyof typeof SIGNS} name
 */
export function sign(name) {
  return s('svg', { viewBox: '0 0 24 24', class: 'sign', 'aria-hidden': 'true' }, s('path', { d: SIGNS[name] }));
}

/**
 * A button that shows a sign and says a word.
 * @param {keyof typeof SIGNS} name
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 */
export function signButton(name, label, onclick, props = {}) {
  return h('button.icon', { type: 'button', 'aria-label': label, title: label, onclick, ...props }, sign(name));
}

/**
 * Says something to those who do not see the page.
 * @param {string} text
 */
export function announce(text) {
  const place = byId('announce');
  if (place) place.textContent = text;
}
