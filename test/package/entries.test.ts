import { describe, expect, it } from 'vitest';
import { dataFiles, manifest, modules, runScript } from './consumer';

const NAMES = `return Object.keys(await load()).filter((key) => key !== 'default').sort();`;

/**
 * Detects what loading a module changes. A module shared with an earlier module was already loaded with that module.
 */
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
      // Node removes its own exit listener once the main module has run.
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
  it('exports the same names for import and require', () => {
    expect(names.import[name]).not.toEqual([]);
    expect(names.require[name]).toEqual(names.import[name]);
  });

  it.each(['import', 'require'] as const)('does nothing on %s', (kind) => {
    expect(changes[kind][name]).toEqual([]);
  });
});

it('webhook errors have their class name in logs', () => {
  const code = `
    import { inspect } from 'node:util';
    import { createWebhookVerifier } from 'receipt-rule-packs/webhook';
    const refused = await createWebhookVerifier({ secrets: 'whsec_1' }).verify('{}', {}).catch((error) => error);
    console.log(/^[^:]*/.exec(inspect(refused))[0], refused.code);`;
  expect(runScript('inspected.mjs', code)).toBe('WebhookVerificationError missing_signature\n');
});

it('the package exports every data file', () => {
  const code = `for (const name of ${JSON.stringify(dataFiles)}) console.log(typeof require(name));`;
  expect(dataFiles).toContain('receipt-rule-packs/schemas/2.1/transaction.json');
  expect(runScript('data.cjs', code)).toBe('object\n'.repeat(dataFiles.length));
});

it('the package has the same OpenAPI document for import, for require and as a file', () => {
  const code = `
    import { isDeepStrictEqual } from 'node:util';
    import { createRequire } from 'node:module';
    import { openapi } from 'receipt-rule-packs/schemas';
    const require = createRequire(import.meta.url);
    const others = [require('receipt-rule-packs/schemas').openapi, require('receipt-rule-packs/schemas/2.1/openapi.json')];
    console.log(others.map((other) => isDeepStrictEqual(other, openapi)).join());`;
  expect(runScript('openapi.mjs', code)).toBe('true,true\n');
});

it('the package exports all packs from /packs, and each pack separately', () => {
  const own = modules.filter((name) => name.startsWith('receipt-rule-packs/packs/'));
  const code = `
    import { packs } from 'receipt-rule-packs/packs';
    const own = await Promise.all(${JSON.stringify(own)}.map((name) => import(name)));
    console.log(packs.length, packs.every((pack) => own.some((one) => Object.values(one).includes(pack))));`;
  expect(own).toContain('receipt-rule-packs/packs/se-receipt-1');
  expect(runScript('packs.mjs', code)).toBe(`${own.length} true\n`);
});

it('the package does not expose internal modules', () => {
  expect(() => runScript('deep.mjs', `import '${manifest.name}/dist/index.js'`)).toThrow(
    /ERR_PACKAGE_PATH_NOT_EXPORTED/,
  );
});
