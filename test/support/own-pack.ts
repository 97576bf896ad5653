import { definePack, type PackDefinition, type Rule } from 'receipt-rule-packs';

/** A custom rule with a custom code. */
export const ROW: Rule = {
  id: 'own-rule',
  severity: 'error',
  codes: ['own_code'],
  meanings: { own_code: { meaning: 'The receipt number is 13.', remedy: 'Number the receipt 14.' } },
  summary: 'The receipt number is not 13.',
  source: 'Superstition',
  reads: ['receiptNumber'],
  check: (run) => {
    if (run.transaction.receiptNumber === '13') run.report('receiptNumber', 'own_code', 'receiptNumber is 13');
  },
};
const DEFINITION: PackDefinition = {
  id: 'se-receipt-9',
  country: 'SE',
  documentTier: 'receipt',
  currency: 'SEK',
  schemes: ['SE_MOMS'],
  rules: [ROW],
};
/** A pack with only that rule. */
export const defined = (more: Partial<PackDefinition> = {}) => definePack({ ...DEFINITION, ...more });
export const definedWith = (row: Partial<Rule>) => defined({ rules: [{ ...ROW, ...row }] });
