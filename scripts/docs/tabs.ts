/** Additions that the site makes to pages: tabs, and links that open documents in the playground. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { playgroundAddress, type Opened } from './playground-link.js';
import { readText } from './repository.js';

const INSTALLERS = { npm: 'npm install', pnpm: 'pnpm add', yarn: 'yarn add', bun: 'bun add' };
const LANGUAGES: Readonly<Record<string, string>> = { ts: 'TypeScript', sh: 'curl' };

/**
 * Turns alternative blocks into tabs: an `npm install` gets one tab per package manager; blocks after `<!-- tab: Name
 * -->` get that name; blocks between `<!-- tabs -->` and `<!-- /tabs -->` are named after their language.
 */
export function withTabs(text: string): string {
  return text
    .replaceAll(/^```sh\nnpm install ([^\n]+)\n```$/gm, (_, what: string) =>
      group(Object.entries(INSTALLERS).map(([name, command]) => `\`\`\`sh [${name}]\n${command} ${what}\n\`\`\``)),
    )
    .replaceAll(
      /(?:^<!-- tab: [^\n]+ -->\n\n```.+?\n```\n\n?)+/gms,
      (blocks) =>
        `${group(
          [...blocks.matchAll(/^<!-- tab: ([^\n]+) -->\n\n```(\w+)\n(.*?\n)```$/gms)].map(
            ([, name = '', language = '', code = '']) => `\`\`\`${language} [${name}]\n${code}\`\`\``,
          ),
        )}\n\n`,
    )
    .replaceAll(/^<!-- tabs -->\n(.*?)^<!-- \/tabs -->$/gms, (_, blocks: string) =>
      group(
        [...blocks.matchAll(/^```(\w+)\n(.*?\n)```$/gms)].map(
          ([, language = '', code = '']) => `\`\`\`${language} [${LANGUAGES[language] ?? language}]\n${code}\`\`\``,
        ),
      ),
    );
}

const group = (blocks: readonly string[]): string => `::: code-group\n\n${blocks.join('\n\n')}\n\n:::`;

/**
 * Adds, to each link to an example receipt, a link that opens the receipt in the playground, for the business that its
 * notes name.
 */
export function withPlaygroundLinks(text: string, root: string): string {
  return text.replaceAll(/\]\(\/(examples\/receipts\/[^)#]+)\.json\)/g, (link, path: string) => {
    const notes = `${path}.notes.jsonc`;
    if (!existsSync(join(root, notes))) return link;
    const { business, options } = JSON.parse(withoutComments(readText(root, notes))) as Omit<Opened, 'document'>;
    const document = JSON.parse(readText(root, `${path}.json`)) as unknown;
    const address = playgroundAddress({ document, business, ...(options !== undefined && { options }) });
    return address === undefined ? link : `${link} ([open in playground](${address}))`;
  });
}

const withoutComments = (text: string): string => text.replaceAll(/^ *\/\/.*/gm, '');
