/**
 * The documentation site's rule catalogue: a page for every pack, a page for the rules that packs share, and the codes.
 * The texts come from the laws, rules and codes, the examples from the cases, and the issues in the examples from
 * running the library.
 */
import { pathToFileURL } from 'node:url';
import type { LawPack } from '../../src/rule/types.js';
import { packIds, readLaw } from './read-law.js';
import { changesPage, readPending } from './rule-catalogue/changes-page.js';
import { causePages } from './rule-catalogue/cause-page.js';
import { classesPage } from './rule-catalogue/classes-page.js';
import { codePages } from './rule-catalogue/code-page.js';
import { codesIndex, codesPage } from './rule-catalogue/codes-page.js';
import { countriesPage } from './rule-catalogue/countries-page.js';
import { exampleOfCauses } from './rule-catalogue/diagnosed.js';
import { readNotes } from './rule-catalogue/note-sections.js';
import { packPage } from './rule-catalogue/pack-page.js';
import { sharedPage } from './rule-catalogue/shared-page.js';
import { countryPath, RULES_PATH, toldRules, type Told } from './rule-catalogue/told.js';

/** The pack whose law illustrates most of the shared rules. */
const SHOWN_FIRST = 'se-receipt-1';

const CODES = 'docs/codes.md';

/** Every generated page of the site, by the path in the repository at which its links are resolved. */
export async function ruleCatalogue(): Promise<Record<string, string>> {
  const packs = await builtInPacks();
  const told = toldBy(packs);
  return {
    ...Object.fromEntries(
      packs.map((pack) => [`docs/${countryPath(pack)}`, packPage(pack, readLaw(pack.id), readNotes(pack.id), told)]),
    ),
    [`docs/${RULES_PATH}`]: sharedPage(told),
    'docs/countries.md': countriesPage(packs.map(({ id }) => readLaw(id))),
    'docs/classes.md': classesPage(packs.map(({ id }) => readLaw(id))),
    'docs/changes.md': changesPage(
      packs.map(({ id }) => readLaw(id)),
      readPending(),
    ),
    [CODES]: codesIndex(told),
    ...codePages(told),
    ...causePages(exampleOfCauses(told), told),
  };
}

/** docs/codes.md as it is in the repository, where there are no rule pages to link to. */
export async function codesInRepository(): Promise<Record<string, string>> {
  return { [CODES]: codesPage(toldBy(await builtInPacks())) };
}

function toldBy(packs: readonly LawPack[]): Told {
  return toldRules([...packs].sort((a, b) => Number(b.id === SHOWN_FIRST) - Number(a.id === SHOWN_FIRST)));
}

/** The packs, built from their folders, because the same run may still have to write packs/index.ts. */
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
