import { applyCauses, type Cause } from 'receipt-rule-packs/diagnose';
import type { App } from './app.js';
import { editsBetween } from './json/edits.js';

type Repair = Pick<Cause, 'changes' | 'country'>;

/** Applies repairs to the text. If a repair specifies a country, selects that country. */
export function apply(app: App, repairs: readonly Repair[]): void {
  const { verdict, text } = app;
  if (verdict.kind !== 'judged') return;
  const country = repairs.map((repair) => repair.country).find((code) => code !== undefined);
  const edits = editsBetween(text, verdict.root, verdict.document, repaired(verdict.document, repairs));
  for (const _ of repairs) app.countRepair();
  if (country !== undefined) app.set({ country });
  if (edits.length > 0) app.edit(edits);
}

/** Returns the repaired document, or the original if the changes depend on an earlier cause that was not applied. */
function repaired(document: unknown, repairs: readonly Repair[]): unknown {
  try {
    return applyCauses(document, repairs);
  } catch {
    return document;
  }
}
