import type { Reference } from '../../../src/law/types.js';
import { day, withDays } from './markdown.js';

/** References in Markdown, with their URLs as links. */
export function referencesText(references: readonly Reference[]): string {
  return references.map(referenceText).join('; ');
}

function referenceText({ url, title, note, checkedOn }: Reference): string {
  const name = url === undefined ? withDays(title ?? '') : `[${withDays(title ?? hostOf(url))}](${url})`;
  const parts = [name, note === undefined ? '' : withDays(note)].filter((part) => part !== '');
  return `${parts.join(': ')}${checkedOn === undefined ? '' : ` (read on ${day(checkedOn)})`}`;
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
