import { readFileSync } from 'node:fs';
import type { Cited, Located } from '../../../src/law/types.js';
import { day, withDays, wrap } from './markdown.js';
import { referencesText } from './references.js';
import { readPublisher } from '../../release/publisher.js';

/** By URL, the last day on which `npm run links` could open the page. */
const LINKS = JSON.parse(readFileSync('packs/links.json', 'utf8')) as Readonly<Record<string, string>>;

/** A part of a law that a page cites. */
export type Source = Partial<Cited> & Located;

/** Cites a source: its short text, and a number that is a link. */
export type Cite = (source: Source) => string;

/** Numbers a page's sources in order of first citation. */
export function numbered(): { readonly cite: Cite; readonly list: () => string } {
  const texts: string[] = [];
  return {
    cite: (source) => {
      const text = sourceText(source);
      if (!texts.includes(text)) texts.push(text);
      const number = texts.indexOf(text) + 1;
      const unchecked = source.article !== undefined && source.articleEvidence === 'general knowledge';
      const name = withDays(nameOf(source));
      const linked = source.url === undefined ? name : `[${name}](${source.url})`;
      return `${linked}${unchecked ? ' (place not checked)' : ''} [\\[${number}\\]](#source-${number})`;
    },
    list: () => texts.map((text, i) => wrap(`<a id="source-${i + 1}"></a>${text}`, `${i + 1}. `)).join('\n'),
  };
}

/** The act and the place in it, or the citation. */
const nameOf = ({ act, article, citation = 'We found no act' }: Source): string =>
  [act ?? citation, ...(article === undefined ? [] : [article])].join(', ');

function sourceText(source: Source): string {
  const { act, citation, url, references = [], readOn } = source;
  const name = withDays(nameOf(source));
  const parts = [
    url === undefined ? name : `[${name}](${url})`,
    ...(act === undefined || citation === undefined ? [] : [withDays(citation)]),
    ...(references.length === 0 ? [] : [referencesText(references)]),
  ];
  const opened = url === undefined || !Object.hasOwn(LINKS, url) ? undefined : LINKS[url];
  const days = [
    ...(readOn === undefined ? [] : [`read on ${day(readOn)}`]),
    ...(opened === undefined ? [] : [`link checked on ${day(opened)}`]),
  ];
  return `${parts.join('. ')}${days.length === 0 ? '' : ` (${days.join(', ')})`}`;
}

/** An amount as people write it, with the ISO 4217 code. All currencies in the packs have two decimals. */
export const money = (minor: number, currency: string): string =>
  `${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(minor / 100)} ${currency}`;

/** Where readers report errors. */
export function reportAddress(title = ''): string {
  const { bugs } = readPublisher();
  return bugs === ''
    ? '../../CONTRIBUTING.md#report-a-wrong-verdict'
    : `${bugs}/new?template=wrong-verdict.yml${title === '' ? '' : `&title=${encodeURIComponent(title)}`}`;
}

/** The cell with a row's anchor and the link to report an error in it. */
export const reportCell = (id: string): string =>
  `<a id="${id.toLowerCase()}"></a>[report an error](${reportAddress(id)})`;
