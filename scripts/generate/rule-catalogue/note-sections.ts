import { existsSync, readFileSync } from 'node:fs';
import type { Reference, ReceiptLaw } from '../../../src/law/types.js';
import { code, escape, list } from './markdown.js';
import { referencesText } from './references.js';

/** An entry of notes.json: what is unknown about a part of the law, or a field that is documented but not checked. */
export interface Note {
  /** The part of the law, such as `cashRounding`, or the field, such as `extensions.no.signature`. */
  readonly about: string;
  readonly text: string;
  readonly references?: readonly Reference[] | undefined;
}

/** The notes of a pack; empty without notes.json. */
export function readNotes(id: string): readonly Note[] {
  const path = `packs/${id}/notes.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Note[]) : [];
}

/** The notes of a pack: fields that no rule reads, and everything else. */
export function noteSections(notes: readonly Note[], { extensions }: ReceiptLaw): string[] {
  const checked = new Set(
    extensions.flatMap(({ namespace, fields }) => fields.map(({ name }) => `extensions.${namespace}.${name}`)),
  );
  const isField = ({ about }: Note): boolean => /^extensions\.\w+\./.test(about) && !checked.has(about);
  return [
    ...section('### Fields that are documented but not checked', notes.filter(isField)),
    ...section(
      '### What is not known, or not checked',
      notes.filter((note) => !isField(note)),
    ),
  ];
}

function section(heading: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  const from = (references: readonly Reference[]): string =>
    references.length === 0 ? '' : ` Source: ${referencesText(references)}`;
  return [
    heading,
    list(notes.map(({ about, text, references = [] }) => `${code(about)}: ${escape(text)}${from(references)}`)),
  ];
}
