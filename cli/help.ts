import { optionsOf } from './arguments.js';
import type { Command, OptionSpec } from './command.js';

const WIDTH = 100;

/** The help of the program. */
export function programHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    'Validates receipts against tax and receipt law, and signs and verifies webhooks.',
    '',
    'Usage: receipt-rules COMMAND [OPTION…]',
    '',
    'Commands:',
    ...table(rows),
    '',
    'Run receipt-rules COMMAND --help for help on a command, receipt-rules --version for the version.',
    'Exit codes: 0 success, all valid; 1 a document is invalid or a signature refused; 2 unusable input or wrong usage.',
    '',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const rows = Object.entries(optionsOf(command)).map(([name, option]): [string, string] => [
    heading(name, option),
    option.help,
  ]);
  const usage = `Usage: receipt-rules ${command.name} ${command.usage}`.trimEnd();
  return [command.summary, '', usage, '', command.details.trim(), '', 'Options:', ...table(rows), ''].join('\n');
}

function heading(name: string, { short, value, choices }: OptionSpec): string {
  const shown = choices?.join('|') ?? value;
  return `${short === undefined ? '' : `-${short}, `}--${name}${shown === undefined ? '' : ` ${shown}`}`;
}

/** Formats two columns, the second wrapped. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const indent = Math.min(26, Math.max(...rows.map(([left]) => left.length)) + 4);
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, WIDTH - indent).map((line) => ' '.repeat(indent) + line);
    const first = `  ${left}`;
    if (first.length + 2 > indent) return [first, ...lines];
    return [first.padEnd(indent) + (lines[0] ?? '').slice(indent), ...lines.slice(1)];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
