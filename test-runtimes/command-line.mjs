import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const execute = promisify(execFile);

/**
 * Runs the suite with a program.
 *
 * @param program returns the program's path and its first arguments
 * @param options.args arguments after the script
 * @param options.commonJs whether the suite loads the library with `require`
 */
export function commandLine(program, { args = [], commonJs = false } = {}) {
  return async ({ folder, signal }) => {
    const [file, ...first] = program();
    const script = commonJs ? await asCommonJs(folder) : 'print.mjs';
    // Does not inherit this process's settings, and writes only to the folder.
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      DENO_DIR: join(folder, '.deno'),
      DENO_NO_UPDATE_CHECK: '1',
    };
    const { stdout } = await execute(file, [...first, script, ...args], {
      cwd: folder,
      env,
      signal,
      killSignal: 'SIGKILL',
    });
    const summary = JSON.parse(stdout);
    return { version: summary.runtime.split(' ').at(-1), summary };
  };
}

/** Replaces the suite's imports with calls to `require`, which load the installed package. */
async function asCommonJs(folder) {
  const script = 'print.cjs';
  await build({
    stdin: {
      contents: `import { smoke } from './smoke.mjs'; smoke().then((summary) => console.log(JSON.stringify(summary)));`,
      resolveDir: folder,
    },
    bundle: true,
    packages: 'external',
    format: 'cjs',
    target: 'es2022',
    outfile: join(folder, script),
    logLevel: 'silent',
  });
  return script;
}
