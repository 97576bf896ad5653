import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blocksOf, ROOT } from './blocks.js';

const GUIDE = 'docs/guides/write-a-pack.md';
const text = (): string => readFileSync(join(ROOT, GUIDE), 'utf8');

/** The files of the guide's pack, keyed by path. */
export function filesOfGuide(): ReadonlyMap<string, string> {
  return new Map([
    ...blocksOf(GUIDE).flatMap(({ path, code }) => (path.startsWith('packs/') ? [[path, code] as const] : [])),
    ...[...text().matchAll(/^`(packs\/[^`]+\.jsonl?)`:\n\n```json\n(.*?)^```$/gms)].map(
      ([, path, json]) => [path!, json!] as const,
    ),
  ]);
}

/** The commands in the guide. */
export function commandsOfGuide(): readonly string[] {
  return [...text().matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, lines]) => lines!.trim().split('\n'));
}

export function writeGuidePack(folder: string): void {
  for (const [path, content] of filesOfGuide()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
