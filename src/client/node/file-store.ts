import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkArgument } from '../../usage/usage-error.js';
import { OutboxError, type OutboxRecord, type OutboxStore } from '../outbox/store.js';
import { lock } from './lock.js';

/**
 * Stores the records of an outbox in a file, one JSON line each, synced to disk before `append` resolves. The folder
 * must exist. `load` removes the last line if a crash left it incomplete. The store adds a `.lock` file while it is
 * open, and a `.new` file during a compaction. The lock works only on one machine: processes on other machines or in
 * other containers must not use the same file.
 *
 * `load` rejects with OutboxError `outbox_store_locked` if another store in this or another process has the file open,
 * and with `outbox_store_failed` if a line before the last one is damaged.
 *
 * @throws UsageError for a path that is not a string
 */
export function fileStore(path: string): OutboxStore {
  checkArgument(typeof path === 'string' && path !== '', 'path', 'the path of a file', path);
  let file: FileHandle | undefined;
  let unlock: (() => Promise<void>) | undefined;
  /** The length in bytes of the complete lines. */
  let size = 0;
  /** Whether a write has failed, so that partly written lines must be removed before the next write. */
  let isTorn = false;
  let waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  /** Settles when all earlier calls have finished. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  const opened = (): FileHandle => {
    if (!file) throw new Error(`${path} is not open`);
    return file;
  };

  /** Writes all waiting lines, then syncs once. */
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const handle = opened();
      if (isTorn) await handle.truncate(size);
      isTorn = true;
      const bytes = new TextEncoder().encode(batch.map(({ line }) => line).join(''));
      await writeAll(handle, bytes, size);
      await handle.datasync();
      size += bytes.length;
      isTorn = false;
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function read(): Promise<OutboxRecord[]> {
    unlock = await lock(`${path}.lock`);
    try {
      await rm(`${path}.new`, { force: true });
      file = await openOrCreate(path);
      const bytes = await readFile(path);
      size = bytes.lastIndexOf(10) + 1;
      const records = parse(bytes.subarray(0, size).toString('utf8'), path);
      if (size < bytes.length) {
        await file.truncate(size);
        await file.datasync();
      }
      return records;
    } catch (error) {
      await end();
      throw error;
    }
  }

  async function end(): Promise<void> {
    await file?.close();
    file = undefined;
    await unlock?.();
    unlock = undefined;
  }

  return {
    async *load() {
      yield* await inTurn(read);
    },
    append: (record) =>
      new Promise((resolve, reject) => {
        waiting.push({ line: lineOf(record), resolve, reject });
        void inTurn(flush);
      }),
    compact: (keep) =>
      inTurn(async () => {
        const before = opened();
        const bytes = (await readFile(path)).subarray(0, size);
        const kept = new TextEncoder().encode(
          keep(parse(bytes.toString('utf8'), path))
            .map(lineOf)
            .join(''),
        );
        const after = await open(`${path}.new`, 'w+');
        try {
          await writeAll(after, kept, 0);
          await after.sync();
          await rename(`${path}.new`, path);
        } catch (error) {
          await after.close();
          throw error;
        }
        file = after;
        size = kept.length;
        isTorn = false;
        await before.close();
        await syncFolder(path);
      }),
    close: () => inTurn(end),
  };
}

const lineOf = (record: OutboxRecord): string => `${JSON.stringify(record)}\n`;

function parse(text: string, path: string): OutboxRecord[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, i) => {
      try {
        return JSON.parse(line) as OutboxRecord;
      } catch (cause) {
        // A crash can cut off only the end of the file. Any earlier line had been synced to disk, so a damaged one
        // might contain a sale.
        const message = `line ${i + 1} of ${path} is damaged: repair it, or move the file away and keep it`;
        throw new OutboxError('outbox_store_failed', message, { cause });
      }
    });
}

async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
  }
  const file = await open(path, 'wx+');
  await syncFolder(path);
  return file;
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Makes a new file name durable. Windows cannot open a folder, and does not need the sync. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
