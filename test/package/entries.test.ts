import { describe, expect, it } from 'vitest';
import { dataFiles, manifest, modules, runScript } from './consumer';

const NAMES = `return Object.keys(await load()).filter((key) => key !== 'default').sort();`;

/** What loading a module changed. A module that it shares with an earlier one was loaded with that one. */
const CHANGES = `
  const prototypes = [Object, Array, Function, String, Number, BigInt, Boolean, Date, RegExp, Map, Set, Promise, Error, Uint8Array]
    .flatMap((one) => [one, one.prototype]);
  const state = () => ({
    globals: Reflect.ownKeys(globalThis).map(String),
    builtIns: prototypes.map((one) => Reflect.ownKeys(one).map(String)),
    listeners: process.eventNames().map(String),
    open: process.getActiveResourcesInfo().filter((one) => one === 'Timeout' || one === 'Immediate' || one.endsWith('Wrap')),
    environment: { ...process.env },
  });
  const before = state();
  await load();
  const after = state();
  return Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));`;

const names = { import: ofEach('import', 'names', NAMES), require: ofEach('require', 'names', NAMES) };
const changes = { import: ofEach('import', 'changes', CHANGES), require: ofEach('require', 'changes', CHANGES) };

/** Runs code for every module in turn, in one process, and returns the results. */
function ofEach(kind: 'import' | 'require', what: string, code: string): Record<string, unknown> {
  const load = kind === 'import' ? 'import(name)' : 'require(name)';
  const script = `
    const main = async () => {
      // Node takes its own listener for exit away once the main module is through.
      await new Promise((done) => setImmediate(done));
      const results = {};
      for (const name of ${JSON.stringify(modules)}) {
        const load = async () => ${load};
        results[name] = await (async () => { ${code} })();
      }
      console.log(JSON.stringify(results));
    };
    main();`;
  const file = `${what}.${kind === 'import' ? 'mjs' : 'cjs'}`;
  return JSON.parse(runScript(file, script)) as Record<string, unknown>;
}

describe.each(modules)('%s', (name) => {
  it('exports the same names to import and to require', () => {
    expect(names.import[name]).not.toEqual([]);
    expect(names.require[name]).toEqual(names.import[name]);
  });

  it.each(['import', 'require'] as const)('does nothing on %s', (kind) => {
    expect(changes[kind][name]).toEqual([]);
  });
});

it('has the errors of webhooks in logs by their name', () => {
  const code = `
    import { inspect } from 'node:util';
    import { createWebhookVerifier } from 'receipt-rule-packs/webhook';
    const refused = await createWebhookVerifier({ secrets: 'whsec_1' }).verify('{}', {}).catch((error) => error);
    console.log(/^[^:]*/.exec(inspect(refused))[0], refused.code);`;
  expect(runScript('inspected.mjs', code)).toBe('WebhookVerificationError missing_signature\n');
});

it('gives every data file', () => {
  const code = `for (const name of ${JSON.stringify(dataFiles)}) console.log(typeof require(name));`;
  expect(dataFiles).toContain('receipt-rule-packs/schemas/2.1/transaction.json');
  expect(runScript('data.cjs', code)).toBe('object\n'.repeat(dataFiles.length));
});

it('has all packs in /packs, and each on its own', () => {
  const own = modules.filter((name) => name.startsWith('receipt-rule-packs/packs/'));
  const code = `
    import { packs } from 'receipt-rule-packs/packs';
    const own = await Promise.all(${JSON.stringify(own)}.map((name) => import(name)));
    console.log(packs.length, packs.every((pack) => own.some((one) => Object.values(one).includes(pack))));`;
  expect(own).toContain('receipt-rule-packs/packs/se-receipt-1');
  expect(runScript('packs.mjs', code)).toBe(`${own.length} true\n`);
});

it('keeps what is inside inside', () => {
  expect(() => runScript('deep.mjs', `import '${manifest.name}/dist/index.js'`)).toThrow(
    /ERR_PACKAGE_PATH_NOT_EXPORTED/,
  );
});
