import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../examples/reference-server/src/metrics.js';

type Rules = { groups: { rules: { alert: string; expr: string; for: string }[] }[] };

const blocks = [...readFileSync('docs/scaling.md', 'utf8').matchAll(/```yaml\n([^`]*)```/g)].map(([, text]) => text!);
const rules = blocks.flatMap((text) => (parse(text) as Rules).groups).flatMap((group) => group.rules);

describe('the alerts of docs/scaling.md', () => {
  it('have a name of their own, an expression and a time each', () => {
    expect(rules.length).toBeGreaterThan(5);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(Object.keys(rule)).toEqual(['alert', 'expr', 'for']);
      expect(rule.for).toMatch(/^[1-9]\d*[ms]$/);
    }
  });

  it('ask for metrics and labels that the server has', async () => {
    const row = { pending: 0, lag: 0, overdue: 0 };
    const metrics = createMetrics({ query: async () => [row] } as never);
    metrics.observeRequest('POST', '/v1/transactions', 201, 1);
    metrics.countRefusedWrite('validation_failed', 'required');
    metrics.observeAttempt(null, 1);
    metrics.countLateResult();
    const { text } = await metrics.render();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const names = new Set(lines.map((line) => /^\w+/.exec(line)![0]));
    for (const { expr } of rules) {
      const asked = expr.match(/\b(?:receipts|process|nodejs)_\w+/g) ?? [];
      expect(asked.filter((name) => !names.has(name))).toEqual([]);
      for (const [, name, selector] of expr.matchAll(/\b(\w+)\{([^}]*)\}/g)) {
        const labels = (selector ?? '').split(',').map((one) => one.split(/[=!]/)[0]!.trim());
        // Prometheus adds `job`, and `up`.
        const own = labels.filter((label) => label !== 'job');
        for (const label of own)
          expect(lines.some((line) => line.startsWith(`${name}{`) && line.includes(`${label}="`))).toBe(true);
      }
    }
  });
});
