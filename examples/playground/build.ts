/** Builds the playground as a single, self-contained file: `npm run playground`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playground } from './build/page.js';

const file = fileURLToPath(new URL('../../dist-playground/index.html', import.meta.url));
const { html, sizes } = await playground();
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, html);
for (const [part, bytes] of Object.entries(sizes)) console.log(`${part}: ${(bytes / 1024).toFixed(1)} KiB gzip`);
console.log(file);
