import { version } from '../package.json';
import { didYouMean, nearest } from '../src/text/nearest.js';
import { parseArguments } from './arguments.js';
import type { Command, Io } from './command.js';
import { changes } from './commands/changes.js';
import { complete } from './commands/complete.js';
import { explain } from './commands/explain.js';
import { ledger } from './commands/ledger.js';
import { packs } from './commands/packs.js';
import { schema } from './commands/schema.js';
import { show } from './commands/show.js';
import { sign } from './commands/sign.js';
import { validate } from './commands/validate.js';
import { verify } from './commands/verify.js';
import { EXIT } from './exit-code.js';
import { commandHelp, programHelp } from './help.js';
import { printable } from '../src/text/printable.js';
import { UsageError } from './usage-error.js';
import { write } from './write.js';

const COMMANDS: readonly Command[] = [validate, show, complete, ledger, explain, packs, changes, schema, sign, verify];

/**
 * Runs a command line.
 *
 * @param argv the arguments after the program's name
 * @returns the exit code
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  try {
    if (name === '--version') return await done(`${version}\n`, io);
    if (name === '--help' || name === '-h') return await done(programHelp(COMMANDS), io);
    if (name === 'help') return await done(helpOn(rest[0]), io);
    if (name === undefined) {
      await write(io.stderr, programHelp(COMMANDS));
      return EXIT.unusable;
    }
    const command = find(name);
    const args = parseArguments(command, rest);
    if (args.flag('help')) return await done(commandHelp(command), io);
    return await command.run(args, io);
  } catch (error) {
    const known = COMMANDS.some((command) => command.name === name);
    await write(io.stderr, complaint(error, known ? `receipt-rules ${name}` : 'receipt-rules'));
    return EXIT.unusable;
  }
}

async function done(text: string, io: Io): Promise<number> {
  await write(io.stdout, text);
  return EXIT.ok;
}

function helpOn(name: string | undefined): string {
  return name === undefined ? programHelp(COMMANDS) : commandHelp(find(name));
}

function find(name: string): Command {
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return command;
  const names = COMMANDS.map((each) => each.name);
  const hint = didYouMean(nearest(name, names)) || ` The commands are ${names.join(', ')}.`;
  throw new UsageError(
    name.startsWith('-')
      ? `Unknown option '${name}': the command must come first.`
      : `Unknown command '${name}'.${hint}`,
  );
}

/**
 * Reports usage errors and system errors without a stack trace. Any other error is a bug in this program, and is
 * reported with its stack trace.
 */
function complaint(error: unknown, program: string): string {
  if (error instanceof Error && 'syscall' in error) return printable(`${program}: ${error.message}\n`);
  if (error instanceof UsageError) return printable(`${program}: ${error.message}\nRun ${program} --help for usage.\n`);
  return printable(`${program}: internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
}
