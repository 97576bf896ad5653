import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from './blocks.js';

const run = promisify(execFile);

it('the API reference is made without warnings, and has every import path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-api-'));
  try {
    const typedoc = join(ROOT, 'node_modules/typedoc/bin/typedoc');
    // Warnings are errors by typedoc.config.js: the process then fails, and its output says which.
    const { stdout, stderr } = await run(process.execPath, [typedoc, '--out', folder], { cwd: ROOT }).catch(
      (error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${stdout}${stderr}`);
      },
    );
    expect(stdout + stderr).not.toMatch(/warning|error/i);
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const paths = Object.keys(exports).filter((path) => !/\*|\.json$/.test(path));
    for (const path of [...paths, './packs/se-receipt-1']) {
      const module = `receipt-rule-packs${path.slice(1)}`.replaceAll('/', '_');
      expect(existsSync(join(folder, `modules/${module}.html`)), path).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
