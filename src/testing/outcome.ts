import type { Completion } from '../complete/types.js';
import { drawReceiptText } from '../draw/text.js';
import { createRegistry } from '../engine/registry.js';
import type { Shop } from '../engine/shop.js';
import type { ValidationResult } from '../engine/validate.js';
import { COMPUTED_CODES } from '../issues/issue-codes.js';
import { prettifyIssues, type Issue } from '../issues/issue.js';
import type { RulePack, Severities } from '../rule/types.js';
import { assertArgument } from '../usage/assert.js';
import { isObject } from '../usage/option-tests.js';

/** The severities that turn the warnings in `COMPUTED_CODES` into errors, for the codes that the pack's rules can report. */
export function strictSeverities({ rules }: RulePack): Severities {
  const raised = new Set(rules.flatMap(({ codes }) => codes as readonly string[]));
  const errors = COMPUTED_CODES.filter((code) => raised.has(code)).map((code) => [code, 'error'] as const);
  // Parts of a weighed line may have fractions of the currency's unit, although the whole line does not.
  const isWhole = rules.some(({ id }) => id === 'currency-unit');
  return Object.fromEntries([...errors, ...(isWhole ? [['currency-unit', 'warning'] as const] : [])]);
}

/** Whether a mapper returned a result of this library, instead of a document. */
export function isCompletion(made: unknown): made is Completion | ValidationResult {
  return isObject(made) && typeof made.valid === 'boolean' && Array.isArray(made.issues);
}

/** A copy of the shop that reports the warnings in `COMPUTED_CODES` as errors, unless the shop's severities say otherwise. */
export function strictly({ pack, business, options }: Shop): Shop {
  return createRegistry([pack!], { severities: strictSeverities(pack!) }).shop(business, options);
}

/** A document from a mapper, with its issues. */
export interface Outcome {
  readonly document: unknown;
  readonly issues: readonly Issue[];
}

/** Refuses a promise, and returns anything else that a mapper returned. @throws UsageError for a promise */
export function settled(made: unknown): unknown {
  const isPromise = isObject(made) && typeof made.then === 'function';
  assertArgument(!isPromise, 'map', 'a function that returns a document, not a promise', made);
  return made;
}

/** Validates what a mapper returned. A completion may lack fiscal data, which only a device can add. */
export function outcomeOf(given: unknown, shop: Shop, original?: { readonly timestamp: string }): Outcome {
  const made = settled(given);
  if (!isCompletion(made)) return { document: made, issues: shop.validate(made, { original }).issues };
  const document = made.transaction ?? made.unsigned ?? made.document;
  if (!made.valid && made.unsigned === undefined) return { document, issues: made.issues };
  const { issues } = shop.validate(document, { original });
  return { document, issues: made.valid ? issues : issues.filter(({ path }) => path[0] !== 'extensions') };
}

/** An error that shows why a run failed: what is wrong with the document, the mapper's input, and the receipt. */
export function failure(
  what: string,
  faults: string,
  input: unknown,
  document: unknown,
  issues: readonly Issue[] = [],
) {
  const receipt = isObject(document) ? drawReceiptText(document, { issues }) : `${asText(document)}\n`;
  return new Error(`${what}\n${faults}\n\nThe input:\n${asText(input)}\n\nThe receipt:\n${receipt}`);
}

/** @throws Error if the document has issues */
export function assertValid(what: string, { document, issues }: Outcome, input: unknown): void {
  if (issues.length > 0) throw failure(`${what} is not valid:`, prettifyIssues(issues), input, document, issues);
}

function asText(value: unknown): string {
  const bigints = (_: string, one: unknown): unknown => (typeof one === 'bigint' ? `${one}n` : one);
  return JSON.stringify(value, bigints, 2) ?? String(value);
}
