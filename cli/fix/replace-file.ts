import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { access, lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../input.js';

/** Reads the state of a file, to detect later changes to it. */
export async function fileState(file: string): Promise<BigIntStats> {
  return lstat(file, { bigint: true });
}

/**
 * Replaces the contents of a file atomically: concurrent readers get either the old or the new contents. Keeps its
 * mode.
 *
 * @param state the file's state before it was read
 * @param before the contents that were read
 * @throws InputError if the file has changed since it was read, is a link, or is not writable; the file is then left as
 * it is
 */
export async function replaceFile(file: string, state: BigIntStats, before: Buffer, after: Buffer): Promise<void> {
  const refuse = (why: string): InputError => new InputError('not_written', `${file} was not written: ${why}.`);
  if (state.isSymbolicLink()) throw refuse('it is a link. Pass the file that it points to');
  if (state.nlink > 1n) throw refuse('it has several hard links, which replacing it would separate');
  if ((state.mode & 0o222n) === 0n) throw refuse('it is read-only');
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await access(file, constants.W_OK);
    const handle = await open(temporary, 'wx', Number(state.mode & 0o777n));
    try {
      await handle.writeFile(after);
      await handle.chmod(Number(state.mode & 0o7777n));
      await handle.sync();
    } finally {
      await handle.close();
    }
    const [now, bytes] = [await fileState(file), await readFile(file)];
    const isSame = now.ino === state.ino && now.mtimeNs === state.mtimeNs && bytes.equals(before);
    if (!isSame) throw refuse('it has changed since it was read. Run the command again');
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof InputError) throw error;
    throw refuse(error instanceof Error ? error.message.split(',')[0]! : String(error));
  }
}
