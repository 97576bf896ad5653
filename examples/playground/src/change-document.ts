import type { App } from './app.js';
import { editsBetween } from './json/edits.js';

/** Changes only the parts that differ. The rest of the text stays as written. */
export function change(app: App, make: (document: unknown) => unknown): void {
  const { verdict, text } = app;
  if (verdict.kind === 'judged') app.edit(editsBetween(text, verdict.root, verdict.document, make(verdict.document)));
}
