import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { drawReceipt, receiptStylesheet } from 'receipt-rule-packs/draw';
import { expect, it, onTestFinished } from 'vitest';
import { receipt } from '../../../reference-server/test/support/documents.js';
import { openBrowser, sharedBrowser } from './open.js';
import { startBrowser } from './start.js';

/** A page with every font family that the pages use, several scripts, and symbols that only a few fonts contain. */
const PAGE = `<style>${receiptStylesheet} p { font-family: system-ui, sans-serif } i { font-family: serif }</style>
<p>Ärtsoppa, <b>Ψωμί</b>, Хлеб, <i>ą ő ř</i> <code>0O1l</code> ✓ ✗ → − … ▲ ▼ • · 茶 <input value="Text"> <button>Button</button></p>
${drawReceipt(receipt())}`;

async function picture(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 390, height: 700 }, colorScheme: 'light' });
  await page.setContent(PAGE);
  return page.screenshot();
}

/** A user's fontconfig settings, with another font family and no antialiasing. */
const OF_A_USER = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>/usr/share/fonts</dir>
<match><edit name="family" mode="prepend" binding="strong"><string>DejaVu Serif</string></edit></match>
<match target="font"><edit name="antialias" mode="assign"><bool>false</bool></edit></match>
</fontconfig>`;

it('renders a page identically, whatever fonts, settings and language the user has', async () => {
  const home = await mkdtemp(join(tmpdir(), 'home-of-a-user-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const settings = join(home, '.config', 'fontconfig');
  await mkdir(settings, { recursive: true });
  const file = join(settings, 'fonts.conf');
  await writeFile(file, OF_A_USER);
  const { executable = '' } = await sharedBrowser();
  const { served, close } = await startBrowser({
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
    FONTCONFIG_FILE: file,
    FONTCONFIG_PATH: settings,
    FC_LANG: 'ja',
    LANG: 'ja_JP.UTF-8',
    LC_ALL: 'ja_JP.UTF-8',
    // Use the shared browser's executable, which has already been unpacked.
    CHROMIUM: executable,
  });
  onTestFinished(close);
  const [shared, own] = await Promise.all([openBrowser(), chromium.connect(served.address)]);
  onTestFinished(() => shared.close());
  expect((await picture(own)).equals(await picture(shared))).toBe(true);
});
