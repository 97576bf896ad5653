import { ruleCatalogue } from '../../scripts/generate/rule-catalogue.js';

/** The generated pages by path in the repository, generated once for all tests in a worker. */
export const catalogue: Readonly<Record<string, string>> = await ruleCatalogue();

/** The text under each heading of a level, keyed by heading. */
export function sections(page: string, level = '##'): Map<string, string> {
  return new Map(
    page
      .split(new RegExp(`^${level} `, 'm'))
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')).replaceAll('`', ''), section]),
  );
}
