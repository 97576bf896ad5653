import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel, type ExtractorMessage } from '@microsoft/api-extractor';

/** An import path of the package. */
interface ImportPath {
  /** The path as users import it. */
  readonly name: string;
  /** The import path's declaration file, relative to the package root. */
  readonly types: string;
  /** The report's file, relative to the package root. */
  readonly report: string;
}

/** An import path's public API, as text. */
export interface ApiReport extends ImportPath {
  readonly text: string;
}

/** The folder with the reports, relative to the package root. */
export const FOLDER = 'etc/api';

/**
 * A report for each import path, from the built declarations, except `packs/*`: each of those exports one name of
 * `packs`.
 *
 * @param root the folder of package.json
 * @throws Error if the declarations are not built, or have type errors
 */
export function apiReports(root: string): ApiReport[] {
  const folder = mkdtempSync(join(tmpdir(), 'api-'));
  try {
    const reports = importPaths(root).map((path) => ({ path, blocks: blocksOf(extract(root, path, folder)) }));
    // Leaves out declarations that another import path exports, or that an earlier report contains.
    const seen = new Set(reports.flatMap(({ blocks }) => blocks.filter(isExported).map(declaration)));
    const isNew = (block: string): boolean => !seen.has(block) && seen.add(block).has(block);
    return reports.map(({ path, blocks }) => ({
      ...path,
      text: toText(
        path.name,
        blocks.filter((block) => isExported(block) || isNew(block)),
      ),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The path and its types; a path with a wildcard yields one pair for each folder in the build. */
function filled(root: string, path: string, types: string): (readonly [path: string, types: string])[] {
  const [folder] = types.split('*');
  if (folder === types) return [[path, types]];
  if (!existsSync(join(root, folder!))) return [];
  return readdirSync(join(root, folder!), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => [path.replace('*', entry.name), types.replace('*', entry.name)]);
}

function importPaths(root: string): ImportPath[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | { readonly import: { readonly types: string } }>>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string' || path.startsWith('./packs/')) return [];
    return filled(root, path, target.import.types).map(([own, types]) => {
      const file = own === '.' ? 'index' : own.slice('./'.length).replaceAll('/', '-');
      return { name: name + own.slice(1), types, report: `${FOLDER}/${file}.api.md` };
    });
  });
}

/** API Extractor's report on one import path, with all declarations that its exports use. */
function extract(root: string, { types }: ImportPath, folder: string): string {
  const entry = resolve(root, types);
  if (!existsSync(entry)) throw new Error(`${types} is missing: run npm run build`);
  const none = { default: { logLevel: ExtractorLogLevel.None } };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: resolve(root),
      mainEntryPointFilePath: entry,
      compiler: {
        overrideTsconfig: {
          // The minimum that every user has: only the types of the language itself.
          compilerOptions: {
            target: 'es2022',
            lib: ['es2022'],
            module: 'nodenext',
            types: [],
            strict: true,
            skipDefaultLibCheck: true,
          },
          files: [entry],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: 'report.api.md',
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: none,
        tsdocMessageReporting: none,
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve(root, 'package.json'),
  });
  const errors: string[] = [];
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message: ExtractorMessage) => {
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.formatMessageWithLocation(resolve(root)));
      message.handled = true;
    },
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return readFileSync(join(folder, 'report.api.md'), 'utf8');
}

/** A report's declarations and imports, without its remarks on doc comments. */
function blocksOf(report: string): string[] {
  const [, code = ''] = /^```ts\n(.*)^```$/ms.exec(report.replaceAll('\r\n', '\n')) ?? [];
  return code
    .replaceAll(/^ *\/\/ (?:@public(?: \(undocumented\))?|\(undocumented\))\n/gm, '')
    .split('\n\n')
    .map((block) => block.trim())
    .filter((block) => block !== '' && !block.startsWith('// (No @packageDocumentation'));
}

const isExported = (block: string): boolean => /^export /m.test(block);

/** A block without `export`. */
const declaration = (block: string): string => block.replace(/^export /m, '');

function toText(name: string, blocks: readonly string[]): string {
  const code = ['```ts', blocks.join('\n\n'), '```'].join('\n');
  return (
    [`# ${name}`, '<!-- Written by `npm run api` from the types in dist/. Do not edit. -->', code].join('\n\n') + '\n'
  );
}
