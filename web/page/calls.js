// What the page asks of the engine: over HTTP, or of a worker in the page. Every call has its budget of time.

/**
 * Why there is no answer.
 */
export class No extends Error {
  /** @param {{why: string, problems?: any[], stopped?: boolean}} no */
  constructor(no) {
    super(no.why);
    this.problems = no.problems ?? [];
    this.stopped = no.stopped ?? false;
  }
}

/**
 * @typedef {{signal?: AbortSignal, part?: (part: any) => void}} Manner
 * @typedef {{ask: (name: string, argument: any, manner: Manner) => Promise<any>}} Transport
 */

/** @type {Transport} */
let transport;

/** @param {Transport} chosen */
export function speak(chosen) {
  transport = chosen;
}

/**
 * Asks, and waits for the answer.
 * @param {string} name
 * @param {any} argument
 * @param {Manner} [manner]
 * @returns {Promise<any>}
 */
export async function ask(name, argument, manner = {}) {
  const answer = await transport.ask(name, argument, manner);
  if (answer.no) throw new No(answer.no);
  return answer.ok;
}

/**
 * Asks about what changes faster than it is answered: of the questions that wait, only the last is asked.
 * @template T
 * @param {() => Promise<T>} question
 */
export function latest(question) {
  let running = false;
  let again = false;
  return async function run() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      do {
        again = false;
        await question();
      } while (again);
    } finally {
      running = false;
    }
  };
}
