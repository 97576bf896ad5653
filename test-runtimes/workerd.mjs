import { readFileSync } from 'node:fs';
import { bundle } from '../bench/bundles.mjs';
import { unlessAborted } from './abort.mjs';
import { installed } from './available.mjs';

const WORKER = `
  import { smoke } from './smoke.mjs';
  export default { fetch: async () => Response.json(await smoke()) };`;

/** Runs the suite as a worker in Cloudflare's runtime. */
export function inWorkerd(compatibilityFlags) {
  return async ({ folder, signal }) => {
    const files = { 'linux-x64': '@cloudflare/workerd-linux-64', 'linux-arm64': '@cloudflare/workerd-linux-arm64' };
    const { version } = JSON.parse(readFileSync(`${installed(files)}/package.json`, 'utf8'));
    const script = await bundle(WORKER, folder, { minify: false });
    const { Miniflare } = await import('miniflare');
    const miniflare = new Miniflare({
      modules: true,
      script,
      // Version numbers contain a date: 1.20260415.1.
      compatibilityDate: version.replace(/^1\.(\d{4})(\d\d)(\d\d)\..*$/, '$1-$2-$3'),
      compatibilityFlags,
      // Do not fetch this object from the network.
      cf: false,
    });
    try {
      const response = await unlessAborted(signal, miniflare.dispatchFetch('http://127.0.0.1/'));
      if (response.status !== 200) throw new Error(await response.text());
      return { version, summary: await response.json() };
    } finally {
      await miniflare.dispose();
    }
  };
}
