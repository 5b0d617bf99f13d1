// What is kept in this browser. Where nothing can be kept, nothing is.

/** @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`koma:${key}`, JSON.stringify(value));
  } catch {
    // No room, or not allowed: the page works without.
  }
}

/** @param {string} key */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(`koma:${key}`) ?? 'null');
  } catch {
    return null;
  }
}
