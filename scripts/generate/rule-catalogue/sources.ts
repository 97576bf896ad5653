import type { Cited } from '../../../src/law/types.js';
import { escape, wrap } from './markdown.js';
import { referencesText } from './references.js';

/** Cites a source: its short text with a number. */
export type Cite = (source: Cited) => string;

/** Numbers the sources of a page in order of first citation. */
export function numbered(): { readonly cite: Cite; readonly list: () => string } {
  const texts: string[] = [];
  return {
    cite: ({ citation, references = [] }) => {
      const text = references.length === 0 ? escape(citation) : `${escape(citation)}. ${referencesText(references)}`;
      if (!texts.includes(text)) texts.push(text);
      return `${escape(citation)} [${texts.indexOf(text) + 1}]`;
    },
    list: () => texts.map((text, i) => wrap(text, `${i + 1}. `)).join('\n'),
  };
}
