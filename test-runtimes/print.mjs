/**
 * Runs the suite on the command line; `--without-process` first removes the globals that give access to node:crypto.
 */
if (globalThis.Deno?.args.includes('--without-process')) delete globalThis.process;
const { smoke } = await import('./smoke.mjs');
console.log(JSON.stringify(await smoke())); // eslint-disable-line no-console
