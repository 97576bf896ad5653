import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A webhook receiver from examples/, as a process. */
export interface ReceiverProcess {
  readonly url: string;
  /** How many times the process has printed that it received an event. */
  readonly received: (eventId: string) => number;
  readonly end: () => Promise<void>;
}

/** Resolves once the process listens; rejects if the process ends earlier. */
export async function startReceiver(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ReceiverProcess> {
  const lines: string[] = [];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((done) => child.once('close', () => done()));
  const url = await new Promise<string>((listening, failed) => {
    void exited.then(() => failed(new Error(`${args.join(' ')} ended`)));
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const found = /^receiving on (\S+)$/.exec(line)?.[1];
      if (found !== undefined) listening(found);
    });
  });
  return {
    url,
    received: (eventId) => lines.filter((line) => line === `source.connected ${eventId} biz_1`).length,
    end: () => {
      child.kill();
      return exited;
    },
  };
}
