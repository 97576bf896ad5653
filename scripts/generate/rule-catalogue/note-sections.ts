import { existsSync, readFileSync } from 'node:fs';
import type { Reference } from '../../../src/law/types.js';
import { classNameOf } from './goods.js';
import { code, escape, list, withDays } from './markdown.js';
import { referencesText } from './references.js';

/** An entry in notes.json: what is unknown about a part of the law, or a field that is documented but not checked. */
export interface Note {
  /** The part of the law, such as `cashRounding`, or the field, such as `extensions.no.signature`. */
  readonly about: string;
  readonly text: string;
  readonly references?: readonly Reference[] | undefined;
}

/** A pack's notes; empty if it has no notes.json. */
export function readNotes(id: string): readonly Note[] {
  const path = `packs/${id}/notes.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Note[]) : [];
}

/** The field or part of the law; for rates, the name of the goods, because a class is only a code. */
function aboutText(about: string): string {
  const productTaxClass = /^rates\.([a-z_]+)$/.exec(about)?.[1];
  return productTaxClass === undefined ? code(about) : `Rates of ${escape(classNameOf(productTaxClass).toLowerCase())}`;
}

/** What we do not know, and documented fields that no rule reads. */
export function noteSections(notes: readonly Note[]): string[] {
  if (notes.length === 0) return ['No other gaps are known.'];
  const from = (references: readonly Reference[]): string =>
    references.length === 0 ? '' : ` Source: ${referencesText(references)}`;
  return [
    list(notes.map(({ about, text, references = [] }) => `${aboutText(about)}: ${withDays(text)}${from(references)}`)),
  ];
}
