/**
 * Writes the files outside the package that need the addresses of publisher.json: these files say where to report a
 * vulnerability.
 */
import { readFileSync } from 'node:fs';
import type { Publisher } from '../release/publisher.js';

const SECURITY = 'SECURITY.md';
const FORMS = '.github/ISSUE_TEMPLATE/config.yml';
const PLACE = /(?<=<!-- advisory, by `npm run generate` -->\n).*?(?=<!-- end of advisory -->)/s;

export function publisherLinks(publisher: Publisher): Record<string, string> {
  return { [SECURITY]: security(readFileSync(SECURITY, 'utf8'), publisher), [FORMS]: forms(publisher) };
}

/** @throws Error if the page has no placeholder for the address */
export function security(page: string, publisher: Publisher): string {
  if (!PLACE.test(page)) throw new Error(`${SECURITY} has no placeholder for the advisory address`);
  const link = advisory(publisher);
  return page.replace(PLACE, () =>
    link === undefined
      ? 'The publisher has not named a private channel yet: write to the owner of the repository.\n'
      : `[Report it as a security advisory](${link}): only the maintainers see it.\n`,
  );
}

/** The issue chooser. */
export function forms(publisher: Publisher): string {
  const link = advisory(publisher);
  const contact =
    link === undefined
      ? []
      : [
          'contact_links:',
          '  - name: Security',
          `    url: ${link}`,
          '    about: A vulnerability that others could exploit. Only the maintainers see the report.',
        ];
  return [
    '# Generated from publisher.json by `npm run generate`. Do not edit.',
    'blank_issues_enabled: false',
    ...contact,
    '',
  ].join('\n');
}

/** Where GitHub accepts private reports; undefined while the repository has no address. */
const advisory = ({ repository }: Publisher): string | undefined =>
  repository === '' ? undefined : `${repository.replace(/\.git$/, '')}/security/advisories/new`;
