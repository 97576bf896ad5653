import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../examples/reference-server/src/metrics.js';
import { POSTGRES } from '../../examples/reference-server/src/sql/postgres.js';
import { anchorsOf } from './anchors.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
}

const ALERTS = 'ops/alerts.yml';
const RUNBOOK = 'ops/runbook.md';
/** Few machines have promtool installed. */
const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;
const read = (path: string) => readFileSync(path, 'utf8');
const { groups } = parse(read(ALERTS)) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('ops/grafana.json')) as { panels: Panel[] };

describe('ops/alerts.yml', () => {
  it('has rules with a unique name, an expression, a duration, a severity and a summary', () => {
    expect(rules.length).toBeGreaterThan(5);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(Object.keys(rule)).toEqual(['alert', 'expr', 'for', 'labels', 'annotations']);
      expect(rule.for).toMatch(/^[1-9]\d*[ms]$/);
      expect(rule.labels).toEqual({ severity: expect.stringMatching(/^(?:page|ticket)$/) as string });
      expect(rule.annotations.summary).not.toBe('');
    }
  });

  it('links each rule to a runbook heading whose section names the rule', () => {
    const runbook = read(RUNBOOK);
    for (const { alert, annotations } of rules) {
      const [path, anchor] = annotations.runbook_url.split('#');
      expect(path).toBe(RUNBOOK);
      expect(anchorsOf(runbook)).toContain(anchor);
      expect(runbook).toContain(`\`${alert}\``);
    }
  });

  if (HAS_PROMTOOL)
    it('passes promtool', () => {
      expect(spawnSync('promtool', ['check', 'rules', ALERTS]).status).toBe(0);
    });
});

describe('ops/grafana.json', () => {
  it('has panels with unique ids and titles, and queries', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const { targets } of panels) {
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr, legendFormat } of targets) expect([expr, legendFormat]).not.toContain('');
    }
  });
});

describe('the alerts, panels and runbook', () => {
  let lines: string[] = [];
  beforeAll(async () => {
    const row = {
      pending: 0,
      lag: 0,
      overdue: 0,
      count: 0,
      found: true,
      version: 1,
      rows: 0,
      oldest: 0,
      multixacts: 0,
    };
    const pool = {
      name: 'requests',
      state: () => ({ used: 1, idle: 0, waiting: 0 }),
      onWait: (listener: (seconds: number) => void) => listener(1),
    };
    const metrics = createMetrics({ sql: POSTGRES, query: async () => [row], pools: [pool] } as never);
    metrics.observeRequest('POST', '/v1/transactions', 201, 1);
    metrics.countRejectedRequest('validation_failed', 'required');
    metrics.observeAttempt(null, 1);
    metrics.countLateResult();
    metrics.countAdmission('limited');
    metrics.observeGroup(1, 1);
    metrics.observeDelivered(1, 1);
    metrics.observeQueueStatement('lease', 1);
    metrics.setRetained('events', 1);
    const { text } = await metrics.render();
    lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  });

  const inRunbook = [...read(RUNBOOK).matchAll(/`([^`\n]*(?:receipts|process|nodejs)_[^`\n]*)`/g)].map(
    ([, expr]) => expr!,
  );
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const asked = [...rules.map(({ expr }) => expr), ...queries, ...inRunbook];

  it.each(asked)('query only existing metrics and labels: %s', (expr) => {
    const names = new Set(lines.map((line) => /^\w+/.exec(line)![0]));
    const metrics = expr.match(/\b(?:receipts|process|nodejs)_\w+/g) ?? [];
    expect(metrics.filter((name) => !names.has(name))).toEqual([]);
    for (const [, name, selector] of expr.matchAll(/\b(\w+)\{([^}]*)\}/g)) {
      const labels = (selector ?? '').split(',').map((one) => one.split(/[=!]/)[0]!.trim());
      // Prometheus adds the label `job` and the metric `up`.
      const own = labels.filter((label) => label !== 'job');
      for (const label of own)
        expect(lines.some((line) => line.startsWith(`${name}{`) && line.includes(`${label}="`))).toBe(true);
    }
    for (const [, by] of expr.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of by!.split(',').map((one) => one.trim()))
        expect(lines.some((line) => line.includes(`${label}="`))).toBe(true);
  });
});
