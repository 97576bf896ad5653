import { readFileSync } from 'node:fs';

/** An invalid environment variable. The message gives the variable's name, the value found, and the valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Turns the text of a setting into its value. @param name for the error message @throws ConfigError */
export type Parse<T> = (name: string, text: string) => T;

/** Settings read from environment variables. */
export interface Settings {
  /** The value of a setting; without `fallback`, undefined if the setting is absent. */
  readonly read: {
    <T>(name: string, parse: Parse<T>, fallback: string): T;
    <T>(name: string, parse: Parse<T>): T | undefined;
  };
  /**
   * Call this after reading all settings, and before using their values.
   *
   * @throws ConfigError that lists every wrong setting, and every variable that looks like a misspelled setting
   */
  readonly check: () => void;
}

/**
 * Reads each setting from the variable NAME, or from the file whose path is in NAME_FILE, as is usual for container
 * secrets. An empty variable counts as absent.
 */
export function settingsOf(environment: Environment): Settings {
  const known = new Set<string>();
  const problems: string[] = [];
  const given = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const textOf = (name: string) => {
    const path = given(`${name}_FILE`);
    if (path === undefined) return given(name);
    if (given(name) !== undefined) {
      throw new ConfigError(`${name} must be set only once, found ${name} and ${name}_FILE`);
    }
    return readSettingFile(`${name}_FILE`, path);
  };
  const names = () => Object.keys(environment).filter((name) => given(name) !== undefined && !known.has(name));
  return {
    read: <T>(name: string, parse: Parse<T>, fallback?: string): T => {
      known.add(name).add(`${name}_FILE`);
      try {
        const text = textOf(name) ?? fallback;
        if (text !== undefined) return parse(name, text);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        problems.push(error.message);
      }
      // Absent, or wrong: then `check` throws before anyone uses the value.
      return undefined as T;
    },
    check: () => {
      for (const name of names()) {
        const meant = [...known].find((one) => isSlip(name, one));
        if (meant !== undefined) problems.push(`Unknown setting ${name}. Did you mean ${meant}?`);
      }
      if (problems.length > 0) throw new ConfigError(problems.join('\n'));
    },
  };
}

/**
 * Reads a file, and removes the line break at its end.
 *
 * @param name the name of the setting that contains the path, for the error message
 * @throws ConfigError if the file cannot be read or is empty
 */
export function readSettingFile(name: string, path: string): string {
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

/**
 * The maximum length of names for which only one letter may differ; in longer names, two letters may differ. With two
 * letters, HOME would match ROLE.
 */
const SHORT = 5;

function isSlip(name: string, known: string): boolean {
  const most = known.length <= SHORT ? 1 : 2;
  return Math.abs(name.length - known.length) <= most && editDistance(name, known) <= most;
}

/** The minimum number of insertions, deletions, substitutions and swaps of adjacent letters that turn `a` into `b`. */
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
