import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inAscii, isAscii, wantsColour, widthOf } from '../../cli/terminal.js';
import { Output } from '../../cli/output.js';
import { oneLine, printable } from '../../src/text/printable.js';
import { Progress } from '../../cli/progress.js';
import { write } from '../../cli/write.js';
import { memoryIo, Sink } from './streams.js';

describe('colour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('output has colour on a terminal (%s) with %o: %s', (isTTY, env, wanted) => {
    expect(wantsColour({ stdout: new Sink(isTTY), env })).toBe(wanted);
  });
});

describe('width', () => {
  const sized = (columns: number) => Object.assign(new Sink(true), { columns });

  it.each([
    [sized(72), {}, 72],
    [sized(72), { COLUMNS: '60' }, 72],
    [sized(300), {}, 100],
    [sized(10), {}, 40],
    [new Sink(), { COLUMNS: '60' }, 60],
    [new Sink(), { COLUMNS: '1e9' }, 100],
    [new Sink(), {}, 100],
  ])('is read from the terminal or COLUMNS, and limited, case %#', (stdout, env, wanted) =>
    expect(widthOf({ stdout, env })).toBe(wanted),
  );
});

describe('locale', () => {
  it.each([
    [{}, false],
    [{ LANG: 'sv_SE.UTF-8' }, false],
    [{ LANG: 'C.utf8' }, false],
    [{ LANG: 'C' }, true],
    [{ LANG: 'sv_SE.ISO-8859-1' }, true],
    [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, false],
    [{ LANG: 'en_US.UTF-8', LC_CTYPE: 'POSIX' }, true],
    [{ LANG: 'C', LC_ALL: '' }, true],
  ])('determines whether to write ASCII only: %o means %s', (env, ascii) => expect(isAscii({ env })).toBe(ascii));

  it('without UTF-8 turns every character into ASCII of the same width', () => {
    expect(inAscii('✗ Räksmörgås → 1 │ …\n')).toBe('x Raksmorgas > 1 | ~\n');
    expect(inAscii('€ 漢\u001b[31m')).toBe('? ?\u001b[31m');
  });
});

describe('printable', () => {
  it('leaves text unchanged, but shows control characters as symbols', () => {
    expect(printable('Räksmörgås\t€ 😀\n')).toBe('Räksmörgås\t€ 😀\n');
    expect(printable('\u001b[2J\r\u007f\u009b\u202e\u2066\ud800')).toBe('␛[2J␍␡\ufffd\ufffd\ufffd\ufffd');
    expect(oneLine('a\n\tb')).toBe('a␊␉b');
  });
});

describe('Progress', () => {
  const done = { source: 'x'.repeat(200), documents: 1234, bytes: 5e6, part: 0.5 };

  /** Calls `tell` at these times, in milliseconds. Returns what each call wrote. */
  async function tellAt(stderr: Sink, times: readonly number[]): Promise<string[]> {
    let time = 0;
    const progress = new Progress(stderr, () => time);
    const told: string[] = [];
    for (time of times) {
      stderr.text = '';
      await progress.tell(done);
      told.push(stderr.text);
    }
    stderr.text = '';
    await progress.hide();
    return [...told, stderr.text];
  }

  it('writes nothing in the first half second, and then at most a few times per second', async () => {
    const told = await tellAt(new Sink(true), [0, 499, 500, 600, 700]);
    expect(told.map((text) => text !== '')).toEqual([false, false, true, false, true, true]);
    expect(told[2]).toContain('50 %');
  });

  it('fits on one line, and can be cleared', async () => {
    const [shown, hidden] = await tellAt(new Sink(true), [1000]);
    expect(shown!.replace('\r\u001b[K', '').length).toBeLessThan(80);
    expect(hidden).toBe('\r\u001b[K');
  });

  it('writes nothing on a terminal that cannot clear a line', async () => {
    const stderr = new Sink(true);
    const progress = new Progress(stderr, () => 1e6, { TERM: 'dumb' });
    await progress.tell(done);
    expect(stderr.text).toBe('');
  });

  it('writes nothing if stderr is not a terminal', async () => {
    expect(await tellAt(new Sink(false), [500, 5000])).toEqual(['', '', '']);
  });
});

describe('Output', () => {
  it('writes in batches, and waits until the reader has consumed a batch', async () => {
    const waiting: (() => void)[] = [];
    const slow = new Writable({ write: (_chunk, _encoding, done) => void waiting.push(done) });
    const output = new Output(slow);
    output.add('x'.repeat(70_000));
    expect(output.full).toBe(true);
    let flushed = false;
    const flushing = output.flush().then(() => (flushed = true));
    await new Promise(setImmediate);
    expect(flushed).toBe(false);
    waiting[0]?.();
    await flushing;
    expect([output.full, output.closed]).toEqual([false, false]);
  });

  it('is closed after the reader has closed the stream', async () => {
    const output = new Output(failing('EPIPE'));
    output.add('x');
    await output.flush();
    expect(output.closed).toBe(true);
    output.add('y');
    await output.flush();
  });

  it('rejects if the stream fails for another reason', async () => {
    await expect(write(failing('ENOSPC'), 'x')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await write(memoryIo().stdout, 'x')).toBe(true);
  });
});

function failing(code: string): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
}
