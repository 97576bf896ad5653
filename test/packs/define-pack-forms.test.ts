import type { PackDefinition, Rule } from 'receipt-rule-packs';
import { describe, expect, it, vi } from 'vitest';
import { defined, ROW } from '../support/own-pack';
import { usageError } from '../support/usage-error';

/** Loads the module inside a test, so that mutation testing records that the test covers the forms. */
async function define(more: Partial<PackDefinition>): Promise<unknown> {
  vi.resetModules();
  const { definePack } = await import('receipt-rule-packs');
  return definePack({ ...defined(), ...more });
}
const rule = (more: Partial<Rule>): Partial<PackDefinition> => ({ rules: [{ ...ROW, ...more } as Rule] });
const ofCode = (code: string): Partial<PackDefinition> =>
  rule({ codes: [code], meanings: { [code]: { meaning: 'Test.', remedy: 'Test.' } } });

describe('definePack accepts', () => {
  it.each<Partial<PackDefinition>>([
    { id: 'se-receipt-10' },
    { id: 'se-receipt-123' },
    { id: 'se-cash_receipt-1' },
    rule({ id: 'o' }),
    rule({ id: 'own2' }),
    rule({ id: 'own-2-rules' }),
    ofCode('o'),
    ofCode('own'),
    ofCode('own_2'),
  ])('%j', async (more) => {
    expect(await define(more)).toMatchObject(more);
  });
});

describe('definePack refuses', () => {
  it.each<Partial<PackDefinition>>([
    { id: 'se- se-receipt-1' },
    { id: 'se-receipt-1x' },
    { id: 'se-receipt-1 ' },
    { id: 'se-receipt-01' },
    { id: 'se-Receipt-1' },
    { country: 'SEE' },
    { country: 'XSE' },
    { currency: 'xSEK' },
    { currency: 'SEKx' },
    { currency: 'SEK\n' },
    rule({ id: 'Own rule' }),
    rule({ id: 'own rule' }),
    rule({ id: '2own' }),
    rule({ id: 'own-' }),
    rule({ id: 'own--rule' }),
    ofCode('Own'),
    ofCode('2own'),
    ofCode('own code'),
    ofCode('ownCode'),
    ofCode('_own'),
    rule({ codes: ['own code', 'own_code'] }),
    rule({ summary: ' \n' }),
    rule({ source: ' \n' }),
  ])('%j', async (more) => {
    await expect(define(more)).rejects.toThrow(usageError('invalid_pack', 'definition'));
  });
});
