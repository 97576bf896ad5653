import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  check,
  deleteDocuments,
  distribute,
  eraseTenant,
  exportAll,
  newFeedEpoch,
  readCommand,
  retain,
  rotateKey,
  upgrade,
  verify,
  type Command,
} from './commands.js';
import { ConfigError, readConfig, type Config } from './config.js';
import { ServerTooOld } from './database/schema-info.js';
import { isNoSpace } from './database/unavailable.js';
import { FixturesError } from './fixtures.js';
import { createLog } from './log.js';
import { startServer, type Plugin, type Server } from './server.js';

/**
 * Time limit for closing after the shutdown delay, in milliseconds. An attempt in progress may take 10 s, and the
 * database must stay open until its result is stored.
 */
const CLOSE_LIMIT_MS = 25_000;

/**
 * How long clients may still send a last request on open connections after the port has closed, in milliseconds. A
 * client that sends requests back to back has probably already sent the next request.
 */
const LINGER_MS = 500;

/** How long the server still responds with 503 after the embedded database has failed for good, in milliseconds. */
const FAILED_MS = 1_000;

/** Milliseconds between checks that npm, which should forward signals, is still running. */
const PARENT_CHECK_MS = 250;

/** The errors that mean that the server cannot start with this configuration or database. */
const WRONG = [ConfigError, FixturesError, ServerTooOld];

/**
 * Runs the command in the process arguments with the settings in the environment; by default, runs the server until
 * SIGTERM or SIGINT. The exit code is 0 on success, 2 if the configuration or the database version prevents a start,
 * and otherwise 1.
 */
export function runServer(plugin?: Plugin): void {
  start(plugin).catch((error: unknown) => {
    const { stack } = error as Error;
    printError(error as Error, process.env.LOG_LEVEL === 'debug' ? stack : undefined);
    process.exit(WRONG.some((kind) => error instanceof kind) ? 2 : 1);
  });
}

async function start(plugin?: Plugin): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  const config = readConfig(process.env);
  for (const line of await run(command, config, plugin)) print(line);
}

/** Runs a command and returns the lines to print. */
async function run(command: Command, config: Config, plugin?: Plugin): Promise<string[]> {
  switch (command.name) {
    case 'serve':
      await serve(config, plugin);
      return [];
    case 'check':
      return check(config);
    case 'upgrade':
      return upgrade(config, createLog(config.logLevel));
    case 'distribute':
      return distribute(config);
    case 'rotate-key':
      return rotateKey(config);
    case 'new-feed-epoch':
      return newFeedEpoch(config);
    case 'retain':
      return retain(config, command.days);
    case 'delete-year':
      return deleteDocuments(config, command.year, command.path);
    case 'erase':
      return eraseTenant(config, command.tenant);
    case 'verify': {
      const { lines, ok } = await verify(config, print);
      if (!ok) process.exitCode = 1;
      return lines;
    }
    case 'export':
      // An error means that the reader has closed the pipe, as `head` does.
      process.stdout.on('error', () => process.exit(1));
      await exportAll(config, command.businessId, async (line) => {
        if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
      });
      return [];
  }
}

async function serve(config: Config, plugin?: Plugin): Promise<void> {
  const log = createLog(config.logLevel);
  const server = await startServer(config, log, { lingerMs: LINGER_MS, plugin });
  // This precedes printing the address, because other programs wait for the address before they send signals.
  const end = endOnSignals(server, config.shutdownDelayMs + CLOSE_LIMIT_MS);
  void server.database.failed?.then(async (failure) => {
    printError(
      new Error(
        `The embedded database in ${config.dataDir} has failed, so the server is stopping. ` +
          (isNoSpace(failure)
            ? 'The disk is full: free some space, then start the server again'
            : 'Start the server again: the database contains all acknowledged writes'),
        { cause: failure.cause },
      ),
    );
    await sleep(FAILED_MS);
    end(1);
  });
  print(`listening on ${server.address}`);
  for (const text of [server.hint, server.startLines]) if (text !== undefined) print(text);
}

/** @returns a function that ends the process with an exit code, unless the process is already ending */
function endOnSignals(server: Server, limitMs: number): (code: number) => void {
  let closing = false;
  const end = (code = 0) => {
    if (closing) return;
    closing = true;
    void close(server, limitMs, code);
  };
  const onSignal = () => {
    if (closing) process.exit(1);
    end();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // npm may forward a signal and then exit; both count as one signal.
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(end);
  return end;
}

/** Detects the end of npm's shell, which exits on SIGTERM without forwarding it and would leave the server running. */
function onOrphaned(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_CHECK_MS);
  timer.unref();
}

async function close(server: Server, limitMs: number, code: number): Promise<void> {
  setTimeout(() => process.exit(1), limitMs).unref();
  await server.close();
  process.exit(code);
}

function printError({ message, cause }: Error, ...more: readonly (string | undefined)[]): void {
  const lines = [message, cause instanceof Error ? `Cause: ${cause.message}` : undefined, ...more];
  process.stderr.write(`${lines.filter(Boolean).join('\n')}\n`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
