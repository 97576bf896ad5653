import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { checkPack } from '../../../scripts/pack/check-pack.js';
import { changed, type Change } from '../../support/changes.js';
import { LATER } from '../../support/numbers.js';

/** A copy of a pack in a temporary folder, made anew for each test of the file. */
export function copyOfPack(id: string) {
  let root = '';
  beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'check-pack-'))));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  beforeEach(() => cpSync(`packs/${id}`, join(root, id), { recursive: true }));

  const path = (name: string): string => join(root, id, name);
  const read = (name: string): string => readFileSync(path(name), 'utf8');
  return {
    root: (): string => root,
    path,
    read,
    edit: (name: string, ...changes: readonly Change[]): void =>
      writeFileSync(path(name), JSON.stringify(changed(JSON.parse(read(name)), changes))),
    /** Changes the case on a line. */
    editCase: (at: number, ...changes: readonly Change[]): void => {
      const lines = read('cases.jsonl').trimEnd().split('\n');
      lines[at - 1] = JSON.stringify(changed(JSON.parse(lines[at - 1]!), changes));
      writeFileSync(path('cases.jsonl'), `${lines.join('\n')}\n`);
    },
    faultsOf: async (): Promise<readonly string[]> => (await checkPack(id, pathToFileURL(`${root}/`), LATER)).faults,
  };
}
