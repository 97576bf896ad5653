import {
  createRegistry,
  definePack,
  fieldPath,
  defineReceiptPack,
  type Business,
  type Rule,
  type RuleContext,
  explain,
} from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import base from '../../packs/se-receipt-1/base.json' with { type: 'json' };
import { brief } from '../support/cases';
import { changed, type Change } from '../support/changes';
import { defined, definedWith, ROW } from '../support/own-pack';
import { UsageError } from 'receipt-rule-packs';

const SE = { country: 'SE' };
const document = (...change: Change[]) => changed(base.document, change);

describe('definePack', () => {
  it('creates a pack with custom codes whose rules the registry runs, sorts and explains', () => {
    const own = createRegistry([defined()]);
    const change: Change = { set: 'receiptNumber', value: '13' };
    expect(brief(own.validate(document(change), SE).issues)).toEqual([{ field: 'receiptNumber', code: 'own_code' }]);
    expect(own.validate(base.document, SE)).toMatchObject({ valid: true, profileId: 'se-receipt-9' });
    expect(explain(own, 'own_code')?.rules.map(({ pack, id }) => [pack, id])).toEqual([['se-receipt-9', 'own-rule']]);
    expect(explain(own, 'required')?.rules).toEqual([]);
    const silenced = own.validate(document({ set: 'receiptNumber', value: 13 }), SE);
    expect(brief(silenced.issues)).toEqual([{ field: 'receiptNumber', code: 'invalid_type' }]);
  });

  it("accepts a built-in pack's rules, with and without the law", () => {
    const { law, ...rest } = seReceipt1;
    for (const pack of [definePack(rest), definePack({ ...rest, law })]) {
      const { rules } = explain(createRegistry([pack]), 'settled_void')!;
      expect(rules.map(({ id, summary }) => [id, summary])).toEqual([['settled-void', 'Voids are not settled.']]);
    }
  });

  it("sorts issues inside extensions by the order of the rule's reads", () => {
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

  it('passes the business, the law and the options to checks, and hides caches in the type', () => {
    let seen: RuleContext | undefined;
    const keep = (context: RuleContext): void => void (seen = context);
    const own = createRegistry([definedWith({ check: keep })]);
    own.validate(base.document, { country: 'SE', multiLocation: true, name: 'Odenplan' } as Business);
    expect(seen).toMatchObject({ rateWindows: 'warn', transaction: { type: 'sale' } });
    expect(seen!.business).toEqual({ country: 'SE', multiLocation: true });
    expect(seen!.law).toBeUndefined();
    own.validate(base.document, SE, { rateWindows: 'off' });
    expect(seen!.business).toEqual({ country: 'SE', multiLocation: false });
    const ofLaw = createRegistry([definePack({ ...seReceipt1, rules: [{ ...ROW, check: keep }] })]);
    ofLaw.validate(base.document, SE);
    expect(seen!.law).toBe(seReceipt1.law);
    // @ts-expect-error -- a cache of this library's own rules
    expect(typeof seen!.lineGroups).toBe('function');
    // @ts-expect-error -- a custom code needs a meaning
    const unexplained: Rule = { ...ROW, codes: ['other_code'], meanings: undefined };
    expect(() => defined({ rules: [unexplained] })).toThrow(TypeError);
  });

  const EXPLAINED = { meaning: 'Test.', remedy: 'Test.' };

  it.each<[string, object]>([
    ['other_code', { codes: ['own_code', 'other_code'] }],
    ['meanings.own_code', { meanings: undefined }],
    ['meanings.own_code', { meanings: {} }],
    ['meanings.own_code', { meanings: { own_code: undefined } }],
    ['meanings.own_code', { meanings: { own_code: 'Test.' } }],
    ['meanings.own_code', { meanings: { own_code: { meaning: 'Test.' } } }],
    ['meanings.own_code', { meanings: { own_code: { ...EXPLAINED, meaning: ' ' } } }],
    ['meanings.own_code', { meanings: { own_code: { ...EXPLAINED, remedy: 5 } } }],
    ['meanings.constructor', { codes: ['constructor'], meanings: {} }],
    ['other_code', { meanings: { own_code: EXPLAINED, other_code: EXPLAINED } }],
    ['required', { codes: ['own_code', 'required'], meanings: { own_code: EXPLAINED, required: EXPLAINED } }],
  ])("reports %s, which has no meaning or is not one of the rule's codes, in %j", (code, row) => {
    expect(() => definedWith(row)).toThrow(TypeError);
    expect(() => definedWith(row)).toThrow(code);
    expect(() => defineReceiptPack(seReceipt1.law, [{ ...ROW, ...row }])).toThrow(code);
  });

  it('reports meanings of the wrong type', () => {
    expect(() => definedWith({ meanings: 5 as never })).toThrow('rules[0].meanings ');
  });

  const wrong: [string, () => unknown][] = [
    ['an id in another format', () => defined({ id: 'se_receipt_1' })],
    ['an id without a version', () => defined({ id: 'se-receipt' })],
    ['version 0', () => defined({ id: 'se-receipt-0' })],
    ['an id of another country', () => defined({ id: 'no-receipt-1' })],
    ['a country code in lower case', () => defined({ country: 'se' })],
    ['a three-letter country code', () => defined({ country: 'SWE' })],
    ['a reserved tier', () => defined({ documentTier: 'full_invoice' as 'receipt' })],
    ['an invalid currency', () => defined({ currency: 'kr' })],
    ['no schemes', () => defined({ schemes: [] })],
    ['a repeated scheme', () => defined({ schemes: ['SE_MOMS', 'SE_MOMS'] })],
    ['no rules', () => defined({ rules: [] })],
    ['a repeated rule', () => defined({ rules: [ROW, ROW] })],
    ['a rule id in another format', () => definedWith({ id: 'Own_Rule' })],
    ['a rule without codes', () => definedWith({ codes: [] })],
    ['a code in another format', () => definedWith({ codes: ['Own Code'] })],
    ['a code with a slash that the interface does not have', () => definedWith({ codes: ['own/code'] })],
    ['a rule without reads', () => definedWith({ reads: [] })],
    ['reads that are not fields', () => definedWith({ reads: ['totals.sum' as 'totals.total'] })],
    ['reads with an index', () => definedWith({ reads: ['items[0].amount' as 'items[].amount'] })],
    ['a rule for each line that reads no field of a line', () => definedWith({ each: 'items', reads: ['items'] })],
    [
      'a rule for each entry that reads only fields of lines',
      () => definedWith({ each: 'tax.summary', reads: ['tax.summary', 'items[].amount'] }),
    ],
    ['a rule without a summary', () => definedWith({ summary: '' })],
    ['a rule without a source', () => definedWith({ source: '' })],
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
  ])('reports %s, which is missing or of the wrong type', (name, define) => {
    expect(define).toThrow(UsageError);
    expect(define).toThrow(`${name} `);
  });

  it.each(wrong)('throws for %s', (_, define) => {
    expect(define).toThrow(UsageError);
  });
});
