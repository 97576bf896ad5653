import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../src/text/nearest.js';
import type { Command, OptionSpec } from './command.js';
import { UsageError } from './usage-error.js';

type Value = string | boolean | (string | boolean)[] | undefined;

const HELP: OptionSpec = { type: 'boolean', short: 'h', help: 'Show this help.' };

/** A command's own options, and the options that all commands share. */
export function optionsOf(command: Command): Readonly<Record<string, OptionSpec>> {
  return { ...command.options, help: HELP };
}

/** Parsed command-line arguments, with typed access to options. */
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

  /** For an option with an optional value: the first choice if there is no value, undefined if the option is absent. */
  flagChoice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.values[name];
    return value === undefined ? undefined : value === true ? choices[0] : this.choice(name, choices);
  }

  list(name: string): string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  }

  /** The value of an option with choices. Defaults to the first choice. */
  choice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.text(name) ?? choices[0]!;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw new UsageError(
      `--${name} must be one of ${choices.join(', ')}, found '${value}'.${didYouMean(nearest(value, choices))}`,
    );
  }

  /** Throws unless the value is a whole number, 0 or more. Undefined if the option is absent. */
  wholeNumber(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^[0-9]{1,15}$/.test(value)) return Number(value);
    throw new UsageError(`--${name} must be a whole number, found '${value}'.`);
  }

  /** Throws if the value of any option is not one of its choices, even if the command would ignore that option. */
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

/** Turns off strict mode, because the `parseArgs` error messages are long, and their hints do not apply here. */
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
      throw new UsageError(`Option --${token.name} can only be given once.`);
    }
    checkValue(`--${token.name}`, option, token.value, token.inlineValue === true);
    seen.add(token.name);
  }
  return parsed;
}

function checkValue(name: string, option: OptionSpec, value: string | undefined, inline: boolean): void {
  if (option.type === 'boolean') {
    // `checkChoices` checks the value later.
    if (value !== undefined && option.choices === undefined)
      throw new UsageError(`${name} takes no value, found '${value}'.`);
    return;
  }
  const wanted = `${name} needs a value (${option.choices?.join('|') ?? option.value}).`;
  if (value === undefined) throw new UsageError(wanted);
  // A negative number is a value, which the command checks. Anything else that starts with a hyphen is an option.
  if (!inline && /^-[^0-9]/.test(value)) {
    // The message omits the value because it may be a secret.
    throw new UsageError(`${wanted} If the value starts with a hyphen, write ${name}=VALUE.`);
  }
}
