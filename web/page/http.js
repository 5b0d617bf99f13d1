// Calls over HTTP, answered by `koma serve`.

/** @type {import('./calls.js').Transport} */
export const http = {
  async ask(name, argument, { signal, part }) {
    const response = await fetch(`call/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(argument),
      signal,
    });
    if (!response.ok || !response.body) return { no: { why: (await response.text()).trim() || 'no answer' } };
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return { no: { why: 'no answer', stopped: true } };
      rest += value;
      let end;
      while ((end = rest.indexOf('\n')) >= 0) {
        const line = JSON.parse(rest.slice(0, end));
        rest = rest.slice(end + 1);
        if ('part' in line) part?.(line.part);
        else return line;
      }
    }
  },
};
