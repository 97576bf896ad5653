import { createRegistry, definePack, fieldPath } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import base from '../../packs/se-receipt-1/cases/base.json' with { type: 'json' };
import { brief } from '../support/cases';
import { changed, type Change } from '../support/changes';
import { defined, definedWith, ROW } from '../support/own-pack';
import { UsageError } from 'receipt-rule-packs';

const SE = { country: 'SE' };
const document = (...change: Change[]) => changed(base.document, change);

describe('definePack', () => {
  it('makes a pack of its own codes that the registry runs, sorts and explains', () => {
    const own = createRegistry([defined()]);
    const change: Change = { set: 'receiptNumber', value: '13' };
    expect(brief(own.validate(document(change), SE).issues)).toEqual([{ field: 'receiptNumber', code: 'own_code' }]);
    expect(own.validate(base.document, SE)).toMatchObject({ valid: true, profileId: 'se-receipt-9' });
    expect(own.explain('own_code')?.rules.map(({ pack, id }) => [pack, id])).toEqual([['se-receipt-9', 'own-rule']]);
    expect(own.explain('required')?.rules).toEqual([]);
    const silenced = own.validate(document({ set: 'receiptNumber', value: 13 }), SE);
    expect(brief(silenced.issues)).toEqual([{ field: 'receiptNumber', code: 'invalid_type' }]);
  });

  it('reports inside extensions, in the order of what the rule reads', () => {
    const fields = ['extensions.z.b', 'extensions.z.a'] as const;
    const own = createRegistry([
      definedWith({
        reads: fields,
        check: (run) => [...fields].reverse().forEach((field) => run.report(field, 'own_code', 'x')),
      }),
    ]);
    const { issues } = own.validate(document({ remove: 'extensions' }), SE);
    expect(issues.map(({ field }) => field)).toEqual([...fields]);
    expect(issues.map(({ path }) => fieldPath(path))).toEqual([...fields]);
  });

  const wrong: [string, () => unknown][] = [
    ['an id of another form', () => defined({ id: 'se_receipt_1' })],
    ['an id without version', () => defined({ id: 'se-receipt' })],
    ['version 0', () => defined({ id: 'se-receipt-0' })],
    ['an id of another country', () => defined({ id: 'no-receipt-1' })],
    ['a country in lower case', () => defined({ country: 'se' })],
    ['a country of three letters', () => defined({ country: 'SWE' })],
    ['a tier that is reserved', () => defined({ documentTier: 'full_invoice' as 'receipt' })],
    ['a currency that is none', () => defined({ currency: 'kr' })],
    ['no schemes', () => defined({ schemes: [] })],
    ['a scheme twice', () => defined({ schemes: ['SE_MOMS', 'SE_MOMS'] })],
    ['no rules', () => defined({ rules: [] })],
    ['a rule twice', () => defined({ rules: [ROW, ROW] })],
    ['a rule id of another form', () => definedWith({ id: 'Own_Rule' })],
    ['a rule without codes', () => definedWith({ codes: [] })],
    ['a code of another form', () => definedWith({ codes: ['Own Code'] })],
    ['a code with a slash that is not the interface’s', () => definedWith({ codes: ['own/code'] })],
    ['a rule without reads', () => definedWith({ reads: [] })],
    ['reads that are no field', () => definedWith({ reads: ['totals.sum' as 'totals.total'] })],
    ['reads with an index', () => definedWith({ reads: ['items[0].amount' as 'items[].amount'] })],
    ['a rule without summary', () => definedWith({ summary: '' })],
    ['a rule without source', () => definedWith({ source: '' })],
  ];

  it.each<[string, () => unknown]>([
    ['definition', () => definePack(undefined as never)],
    ['definition', () => definePack('se-receipt-1' as never)],
    ['id', () => definePack({} as never)],
    ['country', () => defined({ country: undefined })],
    ['schemes', () => defined({ schemes: 'DK_MOMS' as never })],
    ['schemes', () => defined({ schemes: [5] as never })],
    ['schemes', () => defined({ schemes: new Array(1) as never })],
    ['rules', () => defined({ rules: undefined })],
    ['rules[0]', () => defined({ rules: [null] as never })],
    ['rules[1].id', () => defined({ rules: [ROW, {}] as never })],
    ['rules[0].summary', () => definedWith({ summary: undefined })],
    ['rules[0].source', () => definedWith({ source: 5 as never })],
    ['rules[0].codes', () => definedWith({ codes: 'required' as never })],
    ['rules[0].reads', () => definedWith({ reads: undefined })],
    ['rules[0].schemes', () => definedWith({ schemes: null as never })],
    ['rules[0].check', () => definedWith({ check: undefined })],
    ['own-rule', () => definedWith({ severity: Symbol('x') as never })],
    ['own-rule', () => definedWith({ reads: ['totals.sum' as 'totals.total'] })],
  ])('names %s, which is missing or of another type', (name, define) => {
    expect(define).toThrow(UsageError);
    expect(define).toThrow(`${name} `);
  });

  it.each(wrong)('throws for %s', (_, define) => {
    expect(define).toThrow(UsageError);
  });
});
