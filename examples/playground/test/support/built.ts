/** Vitest global setup: builds the page once, in a temporary folder that is removed at the end. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sharedSetup } from '../../../../test/support/shared-setup.js';
import { playground } from '../../build/page.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file: URL of the page. */
    page: string;
    /** The sizes of the page after gzip, in bytes. */
    sizes: Record<string, number>;
    /** A temporary folder, which is removed at the end. */
    scratch: string;
  }
}

export default sharedSetup('playground', async (project) => {
  const { html, sizes } = await playground();
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'playground-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const file = join(folder, 'index.html');
    await writeFile(file, html);
    project.provide('page', pathToFileURL(file).href);
    project.provide('sizes', { ...sizes });
    project.provide('scratch', folder);
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
});
