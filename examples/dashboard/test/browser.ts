import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** A browser that npm installs, and its files in a folder of their own, which `close` removes. */
export async function openBrowser(folder: string): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const { started, close } = await start(folder, (options) => chromium.launch(options));
  return { browser: started, close };
}

/** The same for several test files: each connects to its address. */
export async function serveBrowser(folder: string): Promise<{ address: string; close: () => Promise<void> }> {
  const { started, close } = await start(folder, (options) => chromium.launchServer({ ...options, host: '127.0.0.1' }));
  return { address: started.wsEndpoint(), close };
}

async function start<Started extends { close: () => Promise<void> }>(
  folder: string,
  launch: (options: LaunchOptions) => Promise<Started>,
): Promise<{ started: Started; close: () => Promise<void> }> {
  const temporary = join(folder, 'browser');
  await mkdir(temporary, { recursive: true });
  const remove = () => rm(temporary, { recursive: true, force: true });
  // Where the browser is unpacked to, and keeps its profile. Set for as long as that takes: other projects are set up by the
  // same process, and their databases run as a user who may not read this folder.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  try {
    const env = { ...process.env, TMPDIR: temporary };
    const started = await launch({ ...(await whichBrowser()), env, args: ['--no-sandbox', '--disable-gpu'] });
    return { started, close: () => started.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The one at CHROMIUM, the one from npm, which is built for Linux on x64, or the Chrome that is installed. */
async function whichBrowser(): Promise<{ executablePath: string } | { channel: string }> {
  if (process.env.CHROMIUM) return { executablePath: process.env.CHROMIUM };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath() };
}
