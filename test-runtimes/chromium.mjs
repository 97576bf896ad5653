import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { bundle } from '../bench/bundles.mjs';
import { unlessAborted } from './abort.mjs';
import { installed, NotAvailable } from './available.mjs';

const SCRIPTS = {
  page: `import { smoke } from './smoke.mjs'; globalThis.summary = smoke();`,
  worker: `import { smoke } from './smoke.mjs'; smoke().then((summary) => postMessage(summary));`,
};
const START_WORKER = `
  globalThis.summary = new Promise((resolve, reject) => {
    const worker = new Worker('/script.js', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });`;

/** Forbids eval, inline code and other origins. */
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'";

/** Where Linux distributions install Chromium; Debian's package is called chromium. */
const ELSEWHERE = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Runs the suite in a headless browser, either in a page or in a worker that the page starts. */
export function inChromium(place) {
  return async ({ folder, signal }) => {
    const executablePath = await findChromium();
    const { chromium } = await import('playwright-core');
    const script = await bundle(SCRIPTS[place], folder, { minify: false });
    const server = await serve({
      '/': [
        'text/html',
        `<!doctype html><script type="module" src="/${place === 'page' ? 'script' : 'start'}.js"></script>`,
      ],
      '/start.js': ['text/javascript', START_WORKER],
      '/script.js': ['text/javascript', script],
    });
    try {
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      try {
        return await unlessAborted(signal, visit(browser, `http://127.0.0.1:${server.address().port}/`));
      } finally {
        await browser.close();
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  };
}

async function visit(browser, address) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(address);
  const summary = await page.evaluate(() => globalThis.summary);
  if (summary === undefined) throw errors[0] ?? new Error('the page returned no summary');
  return { version: browser.version(), summary };
}

/** The npm package has a build only for x64. Other machines use an installed browser. */
async function findChromium() {
  if (process.platform === 'linux' && process.arch === 'x64' && !process.env.CHROMIUM) {
    installed({ 'linux-x64': '@sparticuz/chromium' });
    const { default: chromium } = await import('@sparticuz/chromium');
    return chromium.executablePath();
  }
  const found = ELSEWHERE.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) {
    throw new NotAvailable(
      'not available here: install the package chromium, or set CHROMIUM to the path of a browser',
    );
  }
  return found;
}

/** Serves a few files on the loopback address, where crypto.subtle is available without TLS. */
function serve(files) {
  const server = createServer(({ url }, response) => {
    const [type, text] = files[url] ?? [];
    response.writeHead(type ? 200 : 404, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': POLICY,
    });
    response.end(text);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
