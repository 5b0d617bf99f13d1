// The pictures of the page: wide, dark and as on a phone, by Debian's Chromium. After `npm install` in web/:
//   node web/screenshots.mjs [path to koma]
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';

const koma = process.argv[2] ?? 'target/debug/koma';
const folder = new URL('shots/', import.meta.url).pathname;
const server = spawn(koma, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const address = await new Promise(found => server.stdout.once('data', text => found(String(text).trim())));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  await shot('wide.png', { width: 1440, height: 900 }, 'light');
  await shot('dark.png', { width: 1440, height: 900 }, 'dark');
  await shot('phone.png', { width: 390, height: 844 }, 'light');
} finally {
  await browser.close();
  server.kill();
}

/** A game under way, and a king that may not stay in check. */
async function shot(name, viewport, colorScheme) {
  const page = await (await browser.newContext({ viewport, colorScheme, locale: 'en' })).newPage();
  await page.goto(`${address}#mini_shogi`);
  await page.locator('.strip-list').waitFor({ timeout: 60000 });
  const narrow = viewport.width < 760;
  const pane = name => narrow && page.locator('#panes button', { hasText: name }).click();
  await pane('More');
  for (const act of ['e1e3', 'a5a4', 'e3e4', narrow ? null : 'a4a3']) {
    if (!act) continue;
    await page.locator('#typed').fill(act);
    await page.locator('#typed').press('Enter');
    await page.waitForTimeout(400);
  }
  await pane('Board');
  await page.waitForTimeout(600);
  await page.screenshot({ path: folder + name });
}
