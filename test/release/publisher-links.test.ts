import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { forms, security } from '../../scripts/generate/publisher-links.js';

const EMPTY = { repository: '', homepage: '', bugs: '' };
const FILLED = { ...EMPTY, repository: 'https://example.com/owner/name' };
const ADVISORY = 'https://example.com/owner/name/security/advisories/new';
const PAGE = '# S\n\n<!-- advisory, by `npm run generate` -->\nold\n<!-- end of advisory -->\n\nrest\n';

it("SECURITY.md links to the repository's advisories if publisher.json states a repository", () => {
  const filled = security(PAGE, FILLED);
  expect(filled).toContain(`](${ADVISORY})`);
  expect(filled).not.toContain('old');
  expect(filled.endsWith('<!-- end of advisory -->\n\nrest\n')).toBe(true);
  expect(security(filled, EMPTY)).not.toContain('](');
  expect(() => security('# S\n', FILLED)).toThrow('SECURITY.md');
});

it('the issue template chooser links to the advisories too', () => {
  expect(parse(forms(EMPTY))).toEqual({ blank_issues_enabled: false });
  expect(parse(forms(FILLED))).toMatchObject({ contact_links: [{ url: ADVISORY }] });
});
