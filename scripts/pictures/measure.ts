import { chromium } from 'playwright-core';
import { startBrowser } from '../../examples/dashboard/test/browser/start.js';
import { receiptStylesheet } from 'receipt-rule-packs/draw';
import { pictureBody, type Size } from './svg.js';

/** A drawing, and the width of its picture. */
export interface Unmeasured {
  readonly drawing: string;
  readonly width: number;
}

/** The sizes of pictures, measured in a browser. */
export async function measured(pictures: readonly Unmeasured[]): Promise<Size[]> {
  const { served, close } = await startBrowser();
  try {
    const browser = await chromium.connect(served.address);
    const page = await browser.newPage();
    const sizes: Size[] = [];
    for (const { drawing, width } of pictures) {
      await page.setContent(
        `<!doctype html><style>body { margin: 0; width: ${width}px } ${receiptStylesheet}</style><main>${pictureBody(drawing)}</main>`,
      );
      const height = await page.evaluate<number>(`document.querySelector('main').getBoundingClientRect().height`);
      sizes.push({ width, height: Math.ceil(height) });
    }
    await browser.close();
    return sizes;
  } finally {
    await close();
  }
}
