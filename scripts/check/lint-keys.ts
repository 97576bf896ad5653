import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

const SOURCE = /\.[cm]?[jt]s$/;
const SKIPPED = new Set(['node_modules', '.git', '.cache', '.stryker', '.data', 'coverage']);
/** What may change the verdict on every file. */
const EVERYWHERE =
  /^(?:eslint\.config\.js|package-lock\.json|(?:.*\/)?(?:tsconfig[^/]*|package)\.json|.*\.d\.[cm]?ts)$/;
/** A module that adds to the types of others, which need not import it. */
const ADDS_TYPES = /^declare (?:global|module)\b/m;

/** Every file of JavaScript and TypeScript, from the root. */
export function sourceFiles(root: string): string[] {
  return walk(root, '').filter((path) => SOURCE.test(path));
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('dist') ? [] : walk(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** A key for each file, which is another one if the file, something that it imports, or the setup of the linter is. */
export function lintKeys(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const graph = new Graph(realpathSync(root));
  const everywhere = walk(root, '').filter((path) => EVERYWHERE.test(path) || graph.addsTypes(path));
  const common = [process.version, ...everywhere.sort().map((path) => `${path} ${graph.digest(path)}`)].join('\n');
  return new Map(
    files.map((path) => {
      const parts = [...graph.reach(path)].sort().map((one) => `${one} ${graph.digest(one)}`);
      return [path, hash([common, path, ...parts].join('\n'))];
    }),
  );
}

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** The files of a repository and what each imports. */
class Graph {
  readonly #root: string;
  readonly #options: ts.CompilerOptions;
  readonly #resolutions: ts.ModuleResolutionCache;
  readonly #imports = new Map<string, readonly string[]>();
  readonly #digests = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
    const config = join(root, 'tsconfig.json');
    const json = ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config as unknown;
    this.#options = ts.parseJsonConfigFileContent(json, { ...ts.sys, readDirectory: () => [] }, root).options;
    this.#resolutions = ts.createModuleResolutionCache(root, (name) => name, this.#options);
  }

  digest(path: string): string {
    let digest = this.#digests.get(path);
    if (digest === undefined) this.#digests.set(path, (digest = hash(readFileSync(join(this.#root, path)))));
    return digest;
  }

  addsTypes(path: string): boolean {
    return /\.[cm]?ts$/.test(path) && ADDS_TYPES.test(readFileSync(join(this.#root, path), 'utf8'));
  }

  /** The file and everything that it imports, and so on. */
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

  /** Nothing for what is not of the repository: package-lock.json says which packages there are. */
  #within(file: string): string[] {
    const path = relative(this.#root, file).split(sep).join('/');
    return path.startsWith('..') || /(?:^|\/)node_modules\//.test(path) ? [] : [path];
  }
}
