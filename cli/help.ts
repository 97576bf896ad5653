import { optionsOf } from './arguments.js';
import type { Command, OptionSpec } from './command.js';

const WIDTH = 100;

/** Help for the program as a whole. */
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
    'Run receipt-rules COMMAND --help for help on a command, or receipt-rules --version for the version.',
    'Exit codes: 0 success; 1 an invalid document or signature; 2 unusable input or a wrong command line.',
    '',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const rows = Object.entries(optionsOf(command)).map(([name, option]): [string, string] => [
    heading(name, option),
    option.help,
  ]);
  const usage = `Usage: receipt-rules ${command.name} ${command.usage}`.trimEnd();
  const examples = command.examples.map((example) => `  receipt-rules ${command.name} ${example}`.trimEnd());
  const parts = [command.summary, usage, command.details.trim()].flatMap((part) => (part === '' ? [] : [part, '']));
  return [...parts, 'Options:', ...table(rows), '', 'Examples:', ...examples, ''].join('\n');
}

function heading(name: string, { type, short, value, choices }: OptionSpec): string {
  if (type === 'boolean' && choices !== undefined) return `--${name}[=${choices.slice(1).join('|')}]`;
  const shown = choices?.join('|') ?? value;
  return `${short === undefined ? '' : `-${short}, `}--${name}${shown === undefined ? '' : ` ${shown}`}`;
}

/** Formats two columns, and wraps the second. */
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
