import { describe, expect, it, vi } from 'vitest';
import { documentOf } from '../support/document-of';

/** Reloads the packs, and counts how often a law's rules are built. */
async function counted() {
  vi.resetModules();
  const made: string[] = [];
  vi.doMock('../../src/rules/shared-rules', async (original) => {
    const { sharedRules } = await original<typeof import('../../src/rules/shared-rules')>();
    return {
      sharedRules: (...given: Parameters<typeof sharedRules>) => {
        made.push(given[0].id);
        return sharedRules(...given);
      },
    };
  });
  try {
    const { createRegistry } = await import('receipt-rule-packs');
    const { packs } = await import('receipt-rule-packs/packs');
    return { made, createRegistry, packs };
  } finally {
    vi.doUnmock('../../src/rules/shared-rules');
  }
}

describe('built-in packs', () => {
  it("create no rules on import and registration, but a country's rules on first use", async () => {
    const { made, createRegistry, packs } = await counted();
    const registry = createRegistry(packs);
    expect(registry.packs).toHaveLength(packs.length);
    expect(registry.resolve(packs[0]!.country)).toBe(packs[0]);
    expect(made).toEqual([]);
    const { id, country, law } = packs[0]!;
    for (let i = 0; i < 3; i++) registry.validate(documentOf(law, {}), { country });
    expect(made).toEqual([id]);
    expect(packs[0]!.rules).toBe(packs[0]!.rules);
    expect(made).toEqual([id]);
  });

  it('create rules to look up a severity, pack by pack until one has it', async () => {
    const { made, createRegistry, packs } = await counted();
    createRegistry(packs, { severities: { required: 'error' } });
    expect(made).toEqual([packs[0]!.id]);
  });
});
