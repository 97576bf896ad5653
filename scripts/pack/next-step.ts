import { camelCase } from '../generate/read-law.js';

/**
 * What remains to be done for a pack without faults whose generated files exist; undefined if nothing.
 *
 * @param report the text of etc/api/packs.api.md, which lists the export of each pack
 */
export function nextStep(id: string, isGenerated: boolean, report: string): string | undefined {
  const name = camelCase(id);
  if (!isGenerated || new RegExp(`\\b${name}\\b`).test(report)) return undefined;
  return `next: npm run build, then npm run api, which adds ${name} to etc/api/packs.api.md`;
}
