import { readFileSync } from 'node:fs';

/** An invalid environment variable; the message names it, the value found, and what is valid. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings in an environment. */
export interface Settings {
  /** Reading a setting registers its name. @throws ConfigError for an unusable file */
  readonly env: Environment;
  /** Call it once all settings have been read. @throws ConfigError if a variable looks like a misspelled setting */
  checkNames(): void;
}

/** NAME_FILE may name a file with the setting, as for container secrets. An empty variable counts as absent. */
export function settingsOf(environment: Environment): Settings {
  const known = new Set<string>();
  const given = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const read = (name: string) => {
    known.add(name).add(`${name}_FILE`);
    const path = given(`${name}_FILE`);
    if (path === undefined) return given(name);
    if (given(name) !== undefined) {
      throw new ConfigError(`${name} must be set only once, found ${name} and ${name}_FILE`);
    }
    return fromFile(`${name}_FILE`, path);
  };
  const names = () => Object.keys(environment).filter((name) => given(name) !== undefined && !known.has(name));
  return {
    env: new Proxy<Environment>({}, { get: (_, name) => read(String(name)) }),
    checkNames: () => {
      for (const name of names()) {
        const meant = [...known].find((one) => isSlip(name, one));
        if (meant !== undefined) throw new ConfigError(`Unknown setting ${name}. Did you mean ${meant}?`);
      }
    },
  };
}

/** The text of a file, without the line break at its end. */
function fromFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`${name} must be the path of a readable file: ${(error as Error).message}`);
  }
  if (text === '')
    throw new ConfigError(`${name} must be the path of a file with a value, found ${path}, which is empty`);
  return text;
}

/** In short names one letter may differ, as in HOST and POST; with two, HOME would be a misspelled ROLE. */
const SHORT = 5;

function isSlip(name: string, known: string): boolean {
  return editDistance(name, known) <= (known.length <= SHORT ? 1 : 2);
}

/** The number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]);
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, substituted);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
