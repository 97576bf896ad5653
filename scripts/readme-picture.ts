/**
 * `npm run readme-picture` writes the README's pictures: the receipt in examples/demo/no.json, with its causes. Needs a
 * browser, to measure the pictures' height.
 */
import { writeFileSync } from 'node:fs';
import { measured } from './pictures/measure.js';
import { README_PICTURES, readmeDrawing } from './pictures/readme.js';
import { pictureOf } from './pictures/svg.js';

const { drawing, title } = readmeDrawing();
const sizes = await measured(README_PICTURES.map(({ width }) => ({ drawing, width })));
for (const [i, { path, scheme }] of README_PICTURES.entries()) {
  writeFileSync(path, pictureOf(drawing, title, scheme, sizes[i]!));
  console.log(path);
}
