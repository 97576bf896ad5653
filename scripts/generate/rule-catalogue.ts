/**
 * Writes the rule catalogue: docs/rules/<pack>.md for every pack, docs/rules/shared.md, and docs/codes.md. Texts come from
 * the laws, rules and codes themselves, examples from the cases, and the issues in them from running the library.
 */
import { pathToFileURL } from 'node:url';
import type { LawPack } from '../../src/pack/types.js';
import { packIds, readLaw } from './pack-files.js';
import { codesPage } from './rule-catalogue/codes-page.js';
import { readNotes } from './rule-catalogue/note-sections.js';
import { packPage } from './rule-catalogue/pack-page.js';
import { sharedPage } from './rule-catalogue/shared-page.js';
import { toldRules } from './rule-catalogue/told.js';

/** The pack whose law shows most of the shared rules. */
const SHOWN_FIRST = 'se-receipt-1';

/** Where the pages of the packs and that of the shared rules lie; nothing else does. */
export const RULES_FOLDER = 'docs/rules';

/** Every page by its path. */
export async function ruleCatalogue(): Promise<Record<string, string>> {
  const packs = await builtInPacks();
  const told = toldRules([...packs].sort((a, b) => Number(b.id === SHOWN_FIRST) - Number(a.id === SHOWN_FIRST)));
  return {
    ...Object.fromEntries(
      packs.map((pack) => [
        `${RULES_FOLDER}/${pack.id}.md`,
        packPage(pack, readLaw(pack.id), readNotes(pack.id), told),
      ]),
    ),
    [`${RULES_FOLDER}/shared.md`]: sharedPage(told),
    'docs/codes.md': codesPage(told),
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
