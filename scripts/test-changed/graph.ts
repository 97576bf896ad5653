import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

const SOURCE = /\.[cm]?[jt]s$/;

/** The import graph of a repository. */
export class Graph {
  readonly #root: string;
  readonly #options: ts.CompilerOptions;
  readonly #resolutions: ts.ModuleResolutionCache;
  readonly #imports = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
    const config = join(root, 'tsconfig.json');
    const json = ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config as unknown;
    this.#options = ts.parseJsonConfigFileContent(json, { ...ts.sys, readDirectory: () => [] }, root).options;
    this.#resolutions = ts.createModuleResolutionCache(root, (name) => name, this.#options);
  }

  /** A file and all its direct and indirect imports. */
  reach(path: string): Set<string> {
    const reached = new Set([path]);
    for (const one of reached) for (const next of this.#importsOf(one)) reached.add(next);
    return reached;
  }

  #importsOf(path: string): readonly string[] {
    let imports = this.#imports.get(path);
    if (imports === undefined) this.#imports.set(path, (imports = SOURCE.test(path) ? this.#readImports(path) : []));
    return imports;
  }

  #readImports(path: string): string[] {
    const file = join(this.#root, path);
    const { importedFiles, referencedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    return [
      ...importedFiles.flatMap(({ fileName }) => this.#resolved(fileName, file)),
      ...referencedFiles.flatMap(({ fileName }) => this.#within(resolve(file, '..', fileName))),
    ];
  }

  #resolved(name: string, from: string): string[] {
    const { resolvedModule } = ts.resolveModuleName(name, from, this.#options, ts.sys, this.#resolutions);
    return resolvedModule === undefined ? [] : this.#within(resolvedModule.resolvedFileName);
  }

  /** Ignores files outside the repository. */
  #within(file: string): string[] {
    const path = relative(this.#root, file).split(sep).join('/');
    return path.startsWith('..') || /(?:^|\/)node_modules\//.test(path) ? [] : [path];
  }
}
