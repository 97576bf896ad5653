/**
 * Serves Chromium to tests until standard input ends, which also happens if the parent process is killed.
 *
 * The argument is a folder for the browser's files, which also serves as TMPDIR and is deleted at the end. Prints
 * `{ address, executable }` as a line of JSON.
 */
import { rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { fontsOfNpm } from './fonts.mjs';
import { isPacked } from './packed.mjs';

const folder = process.argv[2];
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const started = start();
process.stdin.resume().once('end', async () => {
  const { server } = await started;
  await server.close();
  process.exit();
});
const { server, executable } = await started;
console.log(JSON.stringify({ address: server.wsEndpoint(), executable }));

async function start() {
  const browser = await whichBrowser();
  // Keep the user's settings, which are in HOME, from affecting the browser.
  const own = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder };
  const server = await chromium.launchServer({
    ...browser,
    host: '127.0.0.1',
    // A busy machine may need more than the default 30 s. The tests have their own limit.
    timeout: 0,
    env: { ...process.env, ...own, ...(await fontsOfNpm(folder)) },
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
  });
  return { server, executable: browser.executablePath };
}

/** Chooses the browser: the executable at CHROMIUM, the npm package (on Linux x64), or the installed Chrome. */
async function whichBrowser() {
  if (process.env.CHROMIUM) return { executablePath: process.env.CHROMIUM };
  if (!isPacked) return { channel: 'chrome' };
  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath() };
}
