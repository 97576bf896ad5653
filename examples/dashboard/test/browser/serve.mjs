/**
 * A process that serves Chromium to tests until its standard input ends: with whoever started it, killed or not.
 *
 * argv: a folder for its files, which goes with it, and is TMPDIR as well. Out: `{ address, executable }`, a line of JSON.
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
  // Settings of the user are in HOME.
  const own = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder };
  const server = await chromium.launchServer({
    ...browser,
    host: '127.0.0.1',
    env: { ...process.env, ...own, ...(await fontsOfNpm(folder)) },
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
  });
  return { server, executable: browser.executablePath };
}

/** The browser at CHROMIUM, the one from npm (built for Linux on x64), or the installed Chrome. */
async function whichBrowser() {
  if (process.env.CHROMIUM) return { executablePath: process.env.CHROMIUM };
  if (!isPacked) return { channel: 'chrome' };
  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath() };
}
