import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { didYouMean, nearest } from '../../src/text/nearest.js';

/** The data that every pack has, and that it may have. */
export const REQUIRED_DATA = ['law.json', 'rates.json'];
export const OPTIONAL_DATA = ['cases.jsonl', 'base.json', 'notes.json', 'layout.json'];

/** Everything that a pack's folder may contain. `npm run generate` writes `index.ts` and `law.generated.ts`. */
const PACK_FILES = [...REQUIRED_DATA, ...OPTIONAL_DATA, 'rules.ts', 'index.ts', 'law.generated.ts'];

/**
 * The files and folders that nothing reads, one fault each.
 *
 * @param path the pack's folder, for messages
 */
export function strayFaults(folder: URL, path: string): string[] {
  return readdirSync(fileURLToPath(folder), { withFileTypes: true })
    .filter(({ name }) => !PACK_FILES.includes(name))
    .map((entry) => {
      const name = entry.isDirectory() ? `${entry.name}/` : entry.name;
      const advice = didYouMean(nearest(entry.name, PACK_FILES));
      return `${path}/${name} is read by nothing: rename or remove it.${advice} A pack has ${PACK_FILES.join(', ')}.`;
    });
}
