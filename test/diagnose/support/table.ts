import { createRegistry, type RulePack } from 'receipt-rule-packs';
import { diagnose, type Operation } from 'receipt-rule-packs/diagnose';
import { packs as all } from 'receipt-rule-packs/packs';
import { SEED } from '../../support/numbers';
import { isAlike, isNearlyAlike } from './alike';
import { breakDocument, OPTIONS } from './broken';
import { MISTAKES } from './mistakes';

const registry = createRegistry(all);

export interface Table {
  documents: number;
  restored: number;
  restoredButRounding: number;
  valid: number;
  causes: number;
  issues: number;
  validations: number;
  certain: number;
  certainRight: number;
}

/**
 * Diagnoses each mistake under each pack, combined with other mistakes.
 *
 * @param many the number of mistakes in a document
 * @param draws the number of documents for each mistake and pack
 */
export function measure(packs: readonly RulePack[], many: number, draws: number): Table {
  const table: Table = {
    documents: 0,
    restored: 0,
    restoredButRounding: 0,
    valid: 0,
    causes: 0,
    issues: 0,
    validations: 0,
    certain: 0,
    certainRight: 0,
  };
  packs.forEach((pack, p) => {
    MISTAKES.forEach((mistake, m) => {
      for (let draw = 0; draw < draws; draw++) {
        const others = Array.from(
          { length: many - 1 },
          (_, i) => MISTAKES[(m + (p + 1) * (i + 1) * 5 + draw + 1) % MISTAKES.length]!,
        );
        const mistakes = [...new Set([mistake, ...others])];
        if (mistakes.length < many) continue;
        const broken = breakDocument(registry, pack, mistakes, SEED + p * 100_003 + m * 101 + draw * 17);
        if (broken !== undefined) add(table, broken.country, broken.original, broken.document);
      }
    });
  });
  return table;
}

function add(table: Table, country: string, original: unknown, document: unknown): void {
  const shop = registry.shop({ country }, OPTIONS);
  const first = shop.validate(document);
  const { causes, document: repaired, shop: found, result, validations } = diagnose(shop, document);
  const isOfCountry = found.pack?.country === country;
  const isRestored = isOfCountry && isAlike(repaired, original);
  const isNearly = isOfCountry && isNearlyAlike(repaired, original);
  table.documents++;
  table.restored += Number(isRestored);
  table.restoredButRounding += Number(isNearly);
  table.valid += Number(result.valid);
  table.causes += causes.length;
  table.issues += first.issues.length + first.warnings.length;
  table.validations += validations;
  causes.forEach((cause) => {
    if (cause.confidence !== 'certain') return;
    table.certain++;
    // A cause is right if it only restores the original's values.
    const isRight = isNearly || (cause.country === undefined && leadsTo(cause.changes, original));
    table.certainRight += Number(isRight);
  });
}

/** Whether the changes restore the original's values, except for tax rounding. */
function leadsTo(changes: readonly Operation[], original: unknown): boolean {
  return changes.every((change) => {
    if (change.path.endsWith('/-')) return true;
    let value: unknown = original;
    for (const step of change.path.split('/').slice(1)) value = (Object(value) as Record<string, unknown>)[step];
    const written = change.op === 'remove' ? undefined : change.value;
    return isNearlyAlike({ value: written }, { value });
  });
}

export function sharesOf(table: Table): Record<string, number> {
  const share = (count: number, of: number): number => Math.round((1000 * count) / of) / 10;
  return {
    restored: share(table.restored, table.documents),
    restoredButRounding: share(table.restoredButRounding, table.documents),
    valid: share(table.valid, table.documents),
    certainRight: share(table.certainRight, table.certain),
    causes: table.causes / table.documents,
    issues: table.issues / table.documents,
    validations: table.validations / table.documents,
  };
}
