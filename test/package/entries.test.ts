import { describe, expect, it } from 'vitest';
import { dataFiles, manifest, modules, runScript } from './consumer';

describe.each(modules)('%s', (name) => {
  const file = name.replaceAll('/', '-');

  it('exports the same names to import and to require', () => {
    const print = 'console.log(JSON.stringify(Object.keys(found).filter((key) => key !== "default").sort()))';
    const esm = runScript(`${file}.mjs`, `import * as found from '${name}'; ${print}`);
    const cjs = runScript(`${file}.cjs`, `const found = require('${name}'); ${print}`);
    expect(JSON.parse(esm)).not.toEqual([]);
    expect(JSON.parse(cjs)).toEqual(JSON.parse(esm));
  });

  it.each([
    ['import', `await import('${name}')`],
    ['require', `require('${name}')`],
  ])('does nothing on %s', (kind, load) => {
    const code = `
      const prototypes = [Object, Array, Function, String, Number, BigInt, Boolean, Date, RegExp, Map, Set, Promise, Error, Uint8Array]
        .flatMap((one) => [one, one.prototype]);
      const state = () => ({
        globals: Reflect.ownKeys(globalThis).map(String),
        builtIns: prototypes.map((one) => Reflect.ownKeys(one).map(String)),
        listeners: process.eventNames().map(String),
        open: process.getActiveResourcesInfo().filter((one) => one === 'Timeout' || one === 'Immediate' || one.endsWith('Wrap')),
        environment: { ...process.env },
      });
      const main = async () => {
        // Node takes its own listener for exit away once the main module is through.
        await new Promise((done) => setImmediate(done));
        const before = state();
        ${load};
        const after = state();
        const changed = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
        console.log('changed:', changed.join());
      };
      main();`;
    expect(runScript(`${file}-effects.${kind === 'import' ? 'mjs' : 'cjs'}`, code)).toBe('changed: \n');
  });
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
