import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../src/text/nearest.js';
import type { Command, OptionSpec } from './command.js';
import { UsageError } from './usage-error.js';

type Value = string | boolean | (string | boolean)[] | undefined;

const HELP: OptionSpec = { type: 'boolean', short: 'h', help: 'Show this help.' };

/** The options of a command, including those of every command. */
export function optionsOf(command: Command): Readonly<Record<string, OptionSpec>> {
  return { ...command.options, help: HELP };
}

/** The parsed arguments of a command. */
export class Arguments {
  constructor(
    readonly positionals: readonly string[],
    private readonly values: Readonly<Record<string, Value>>,
    private readonly options: Readonly<Record<string, OptionSpec>>,
  ) {}

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  list(name: string): string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  }

  /** The value of an option with choices; default: the first choice. */
  choice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.text(name) ?? choices[0]!;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw new UsageError(
      `--${name} must be one of ${choices.join(', ')}, found '${value}'.${didYouMean(nearest(value, choices))}`,
    );
  }

  /** Whole number of 0 or more. */
  wholeNumber(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^[0-9]{1,15}$/.test(value)) return Number(value);
    throw new UsageError(`--${name} must be a whole number, found '${value}'.`);
  }

  /** Throws for a value outside an option's choices, even if the command would not use the option. */
  checkChoices(): void {
    for (const [name, { choices }] of Object.entries(this.options))
      if (choices !== undefined) this.choice(name, choices);
  }
}

/**
 * Parses the arguments after the command's name.
 *
 * @throws UsageError for unknown, repeated or incomplete options and for too many positional arguments
 */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const options = optionsOf(command);
  const { values, positionals } = parse(options, argv);
  const args = new Arguments(positionals, values, options);
  if (args.flag('help')) return args;
  if (positionals.length > command.maxPositionals) {
    throw new UsageError(`Unexpected argument '${positionals[command.maxPositionals]}'.`);
  }
  args.checkChoices();
  return args;
}

/** Not strict: the parser's own messages are long, and describe its own options. */
function parse(options: Readonly<Record<string, OptionSpec>>, argv: readonly string[]) {
  const parsed = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const seen = new Set<string>();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) {
      const hint = didYouMean(nearest(token.name, Object.keys(options)).map((name) => `--${name}`));
      throw new UsageError(`Unknown option '${token.rawName}'.${hint}`);
    }
    if (seen.has(token.name) && option.type === 'string' && !option.multiple) {
      throw new UsageError(`Option --${token.name} was given more than once.`);
    }
    checkValue(`--${token.name}`, option, token.value, token.inlineValue === true);
    seen.add(token.name);
  }
  return parsed;
}

function checkValue(name: string, option: OptionSpec, value: string | undefined, inline: boolean): void {
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${name} takes no value, found '${value}'.`);
    return;
  }
  const wanted = `${name} ${option.choices?.join('|') ?? option.value}`;
  if (value === undefined) throw new UsageError(`${name} needs a value: ${wanted}.`);
  // A negative number is a value for the command to check. Anything else with a leading hyphen is an option.
  if (!inline && /^-[^0-9]/.test(value)) {
    // Does not show the value: it may be a secret.
    throw new UsageError(`${name} needs a value: ${wanted}. If the value starts with a hyphen, write ${name}=VALUE.`);
  }
}
