import { check, distribute, readCommand, retain, rotateKey, type Command } from './commands.js';
import { ConfigError, readConfig, type Config } from './config.js';
import { FixturesError } from './fixtures.js';
import { createLog } from './log.js';
import { startServer, type Plugin, type Server } from './server.js';

/**
 * Time limit for closing after the delay, in milliseconds: an attempt under way has a deadline of 10 s, and its result
 * needs the database.
 */
const CLOSE_LIMIT_MS = 25_000;

/**
 * How long open connections may send a last request after the port has closed, in milliseconds. A client that sends one
 * request after another already has the next one on its way.
 */
const LINGER_MS = 500;

/** Milliseconds between checks whether npm, which should pass on signals, still runs. */
const PARENT_CHECK_MS = 250;

/**
 * Runs the command in the arguments with the settings of the environment: by default the server, until SIGTERM or SIGINT.
 * Exits with 0 after a normal end, 2 if the configuration prevents a start, and 1 after anything else.
 */
export function runServer(plugin?: Plugin): void {
  start(plugin).catch((error: unknown) => {
    const { message, cause, stack } = error as Error;
    const lines = [
      message,
      cause instanceof Error ? `Cause: ${cause.message}` : '',
      process.env.LOG_LEVEL === 'debug' ? stack : '',
    ];
    process.stderr.write(`${lines.filter(Boolean).join('\n')}\n`);
    process.exit(error instanceof ConfigError || error instanceof FixturesError ? 2 : 1);
  });
}

async function start(plugin?: Plugin): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  const config = readConfig(process.env);
  if (command.name === 'serve') return serve(config, plugin);
  for (const line of await run(command, config)) print(line);
}

function run(command: Exclude<Command, { name: 'serve' }>, config: Config): Promise<string[]> {
  switch (command.name) {
    case 'check':
      return check(config);
    case 'distribute':
      return distribute(config);
    case 'rotate-key':
      return rotateKey(config);
    case 'retain':
      return retain(config, command.days);
  }
}

async function serve(config: Config, plugin?: Plugin): Promise<void> {
  const log = createLog(config.logLevel);
  const server = await startServer(config, log, { lingerMs: LINGER_MS, plugin });
  // Before the line that tells other programs to send signals.
  endOnSignals(server, config.shutdownDelayMs + CLOSE_LIMIT_MS);
  print(`listening on ${server.address}`);
  for (const text of [server.hint, server.startLines]) if (text !== undefined) print(text);
}

function endOnSignals(server: Server, limitMs: number): void {
  let closing = false;
  const end = () => {
    closing = true;
    void close(server, limitMs);
  };
  const onSignal = () => {
    if (closing) process.exit(1);
    end();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // npm may forward a signal and then exit: that counts as one signal.
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(() => closing || end());
}

/**
 * npm runs scripts in a shell that exits on SIGTERM without forwarding it. The server would then run on as an orphan.
 */
function onOrphaned(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_CHECK_MS);
  timer.unref();
}

async function close(server: Server, limitMs: number): Promise<void> {
  setTimeout(() => process.exit(1), limitMs).unref();
  await server.close();
  process.exit(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
