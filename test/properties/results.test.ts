import fc from 'fast-check';
import {
  createRegistry,
  fieldPath,
  toErrorResponse,
  type Invalid,
  type Issue,
  type Transaction,
  type ValidationResult,
} from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { MUTATIONS } from '../../src/testing/invalid-transaction';
import { schemaValidator } from '../support/ajv';
import { changed, copyJson } from '../support/changes';
import { SEED } from '../support/numbers';
import { inSchemaOrder } from '../support/schema-order';
import { UsageError } from 'receipt-rule-packs';

const registry = createRegistry(packs);
const SE = { country: 'SE' };
const isErrorResponse = schemaValidator('error-response');

/** Valid documents with many changes at once, except changes that an earlier change made impossible. */
const broken = fc
  .tuple(
    validTransaction(seReceipt1, { unusual: true }),
    fc.array(fc.tuple(fc.nat({ max: MUTATIONS.length - 1 }), fc.nat()), { minLength: 1, maxLength: 12 }),
  )
  .map(([transaction, picks]) =>
    picks.reduce<unknown>((document, [mutation, pick]) => {
      try {
        return changed(
          document,
          MUTATIONS[mutation]!.make(copyJson(document as Transaction), pick, seReceipt1.law, false)[0],
        );
      } catch {
        return document;
      }
    }, transaction),
  );

function invalid(document: unknown, maxIssues?: number): Extract<ValidationResult, { valid: false }> | undefined {
  const result = registry.validate(document, SE, maxIssues === undefined ? {} : { maxIssues });
  return result.valid ? undefined : result;
}

const ordered = (issues: readonly Issue[]) =>
  issues.slice(1).every((issue, i) => inSchemaOrder(issues[i]!, issue) <= 0);

describe('results', () => {
  it('list issues and warnings in schema order, with matching field and path', () => {
    let several = 0;
    fc.assert(
      fc.property(broken, (document) => {
        const { issues, warnings } = registry.validate(document, SE);
        if (issues.length > 3) several++;
        expect(ordered(issues)).toBe(true);
        expect(ordered(warnings)).toBe(true);
        for (const { field, path } of [...issues, ...warnings]) expect(fieldPath(path)).toBe(field);
        for (const { message } of [...issues, ...warnings]) expect(message.length).toBeGreaterThan(10);
      }),
      { seed: SEED, numRuns: 1000 },
    );
    expect(several).toBeGreaterThan(200);
  });

  it('keep schema order in documents with many lines', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 4 }), { minLength: 60, maxLength: 200 }), (kinds) => {
        const lines = kinds.map((kind) => [null, {}, { name: '' }, { quantity: '1', discount: {} }, 5][kind]);
        const issues = invalid({ items: lines, tax: { summary: lines.map(() => ({ rate: '1' })) } })!.issues;
        expect(issues.length).toBeGreaterThan(200);
        expect(ordered(issues)).toBe(true);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });

  it('also order unknown fields', () => {
    fc.assert(
      fc.property(
        validTransaction(seReceipt1),
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
        (transaction, keys) => {
          const extra = Object.fromEntries(keys.map((key) => [`x${key}`, 1]));
          const document = {
            ...extra,
            ...transaction,
            vendor: { ...extra, ...transaction.vendor },
            items: transaction.items.map((item) => ({ ...extra, ...item })),
          };
          const { error, issues } = invalid(document)!;
          expect(error.code).toBe('invalid_json');
          expect(issues).toHaveLength(keys.length * (2 + transaction.items.length));
          expect(issues.every(({ code }) => code === 'unknown_field')).toBe(true);
          expect(ordered(issues)).toBe(true);
        },
      ),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('contain at most maxIssues issues, but count all of them in the message', () => {
    fc.assert(
      fc.property(broken, fc.nat({ max: 6 }), (document, maxIssues) => {
        const whole = invalid(document);
        const cut = invalid(document, maxIssues);
        expect(cut?.error).toEqual(whole?.error);
        expect(cut?.issues).toEqual(whole?.issues.slice(0, maxIssues));
        expect(cut?.warnings).toEqual(whole?.warnings);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('count the issues in the error message', () => {
    fc.assert(
      fc.property(broken, (document) => {
        const result = invalid(document);
        if (result?.error.code !== 'validation_failed') return;
        const { length } = result.issues;
        expect(result.error.message).toBe(
          length === 1 ? 'Validation failed with 1 issue.' : `Validation failed with ${length} issues.`,
        );
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(invalid({}, 0)!.error.message).toBe('Validation failed with 12 issues.');
  });
});

describe('toErrorResponse', () => {
  it('returns exactly the shape of an error response', () => {
    fc.assert(
      fc.property(broken, (document) => {
        const result = invalid(document);
        if (result === undefined) return;
        const { status, body } = toErrorResponse(result);
        expect(status).toBe(result.error.code === 'invalid_json' ? 400 : 422);
        expect(Object.keys(body)).toEqual(['error', 'issues']);
        expect(body.error).toEqual(result.error);
        expect(body.issues).toEqual(result.issues.map(({ field, code, message }) => ({ field, code, message })));
        expect(isErrorResponse(body)).toBe(true);
        expect(JSON.parse(JSON.stringify(body))).toEqual(body);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('returns no issues for text that is not JSON', () => {
    const answer = toErrorResponse(registry.validateJson('{', SE) as Invalid);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' }, issues: [] } });
    expect(isErrorResponse(answer.body)).toBe(true);
  });

  it('returns no warnings', () => {
    const document = {
      ...fc.sample(validTransaction(seReceipt1, { type: 'void' }), { seed: SEED, numRuns: 1 })[0]!,
      settled: true,
      currency: 'EUR',
    };
    const result = invalid(document)!;
    expect(result.warnings.map(({ code }) => code)).toContain('settled_void');
    expect(toErrorResponse(result).body.issues.map(({ code }) => code)).toEqual(['currency_not_allowed']);
  });

  it('throws for a valid result', () => {
    const [transaction] = fc.sample(validTransaction(seReceipt1), { seed: SEED, numRuns: 1 });
    expect(() => toErrorResponse(registry.validate(transaction, SE) as Invalid)).toThrow(UsageError);
  });
});
