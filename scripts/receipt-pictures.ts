/**
 * `npm run receipt-pictures` writes docs/receipts-by-country.md and its pictures. Needs a browser, to measure the
 * pictures' height.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { measured } from './pictures/measure.js';
import { FOLDER, PAGE, picturedReceipts, receiptsPage, WIDTH } from './pictures/receipts.js';
import { pictureOf } from './pictures/svg.js';

const pictures = picturedReceipts();
const sizes = await measured(pictures.map(({ drawing }) => ({ drawing, width: WIDTH })));
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const [i, { path, drawing, title }] of pictures.entries())
  writeFileSync(path, pictureOf(drawing, title, 'either', sizes[i]!));
writeFileSync(PAGE, receiptsPage(pictures));
console.log(`${pictures.length} pictures in ${FOLDER}, and ${PAGE}`);
