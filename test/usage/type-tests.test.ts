/** Checks that the type tests call every function and class in every subpath. test/package compiles them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as root from 'receipt-rule-packs';
import * as client from 'receipt-rule-packs/client';
import * as complete from 'receipt-rule-packs/complete';
import * as cursor from 'receipt-rule-packs/cursor';
import * as draw from 'receipt-rule-packs/draw';
import * as schemas from 'receipt-rule-packs/schemas';
import * as signing from 'receipt-rule-packs/signing';
import * as testing from 'receipt-rule-packs/testing';
import * as service from 'receipt-rule-packs/testing/service';
import * as webhook from 'receipt-rule-packs/webhook';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../test-d');
const MODULES: readonly (readonly [string, object])[] = [
  ['index', root],
  ['client', client],
  ['complete', complete],
  ['cursor', cursor],
  ['draw', draw],
  ['schemas', schemas],
  ['signing', signing],
  ['testing', testing],
  ['service', service],
  ['webhook', webhook],
];

/** The calls in a file, and the calls that must not compile, below `@ts-expect-error`. */
function calls(text: string, name: string): { all: number; refused: number } {
  const call = new RegExp(String.raw`(?<![\w.])${name}\(`);
  const lines = text.split('\n');
  const found = lines.flatMap((line, i) => (call.test(line) && !line.includes('//') ? [i] : []));
  return { all: found.length, refused: found.filter((i) => lines[i - 1]?.includes('@ts-expect-error')).length };
}

it.each(MODULES)('%s: each export has a line that compiles and one that must not', (name, module) => {
  const text = readFileSync(join(FOLDER, `${name}.ts`), 'utf8');
  const functions = Object.entries(module).filter(([, value]) => typeof value === 'function');
  const missing = functions.filter(([called]) => {
    if (name !== 'index' && called === 'UsageError') return !text.includes('UsageError');
    const { all, refused } = calls(text, called);
    return refused === 0 || all === refused;
  });
  expect(functions.length).toBeGreaterThan(1);
  expect(missing.map(([called]) => called)).toEqual([]);
});
