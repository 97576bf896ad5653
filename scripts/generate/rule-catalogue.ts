/**
 * Writes the rule catalogue: docs/rules/<pack>.md for every pack, and docs/codes.md. Texts come from the rules and codes
 * themselves, examples from packs/<pack>/cases, and the issues in them from running the library.
 */
import { pathToFileURL } from 'node:url';
import type { LawPack } from '../../src/pack/types.js';
import { packIds, readLaw } from './pack-files.js';
import { codesPage } from './rule-catalogue/codes-page.js';
import { judgeCases } from './rule-catalogue/judge.js';
import { packPage } from './rule-catalogue/pack-page.js';

/** Where the pages of the packs lie; nothing else does. */
export const RULES_FOLDER = 'docs/rules';

/** Every page by its path. */
export async function ruleCatalogue(): Promise<Record<string, string>> {
  const judged = (await builtInPacks()).map((pack) => ({ pack, cases: judgeCases(pack) }));
  return {
    ...Object.fromEntries(
      judged.map(({ pack, cases }) => [`${RULES_FOLDER}/${pack.id}.md`, packPage(pack, readLaw(pack.id), cases)]),
    ),
    'docs/codes.md': codesPage(judged),
  };
}

/** The packs out of their folders: packs/index.ts may be written in the same run. */
export async function builtInPacks(): Promise<LawPack[]> {
  return Promise.all(
    packIds().map(async (id) => {
      const exports = (await import(pathToFileURL(`packs/${id}/index.ts`).href)) as Record<string, Partial<LawPack>>;
      const pack = Object.values(exports).find((value) => value.id === id);
      if (pack === undefined) throw new Error(`packs/${id}/index.ts exports no pack with the id ${id}`);
      return pack as LawPack;
    }),
  );
}
