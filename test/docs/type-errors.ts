import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, type Block } from './blocks.js';

/** Caches files read from disk, because most pages import the same files. */
const sources = new Map<string, ts.SourceFile | undefined>();

/**
 * Type-checks blocks as in-memory files, with the project's settings, and with exactOptionalPropertyTypes, which some
 * users enable.
 */
export function typeErrors(blocks: readonly Pick<Block, 'path' | 'code'>[]): string[] {
  const files = new Map(blocks.map(({ path, code }) => [join(ROOT, path), code]));
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config as object;
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: [...files.keys()] }, ts.sys, ROOT);
  const options = { ...parsed.options, exactOptionalPropertyTypes: true };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.directoryExists = undefined;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...how) => {
    if (files.has(path)) return getSourceFile(path, ...how);
    if (!sources.has(path)) sources.set(path, getSourceFile(path, ...how));
    return sources.get(path);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}
