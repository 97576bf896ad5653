import type { App } from './app.js';
import { editsBetween } from './json/edits.js';

/** Changes the document. Edits only the parts of the text that differ, and keeps the formatting of the rest. */
export function change(app: App, make: (document: unknown) => unknown, group?: string): void {
  const { verdict, text } = app;
  if (verdict.kind !== 'judged') return;
  app.edit(editsBetween(text, verdict.root, verdict.document, make(verdict.document)), group);
}
