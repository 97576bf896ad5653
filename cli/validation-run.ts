import type { Io } from './command.js';
import { decoded } from './decode.js';
import type { Failure, Summary } from './entry.js';
import { exitCodeOf, type FailOn } from './exit-code.js';
import { fileNames } from './file-names.js';
import { InputError, MAX_DOCUMENT_BYTES, openInput } from './input.js';
import { JsonFramer, type Frame } from './json-stream/framer.js';
import { judge, type Judge } from './judge.js';
import type { Output } from './output.js';
import { oneLine } from '../src/text/printable.js';
import type { Progress } from './progress.js';
import type { Reporter } from './reporters/reporter.js';
import { write } from './write.js';

export interface RunParts {
  /** The running command, for messages on stderr. */
  readonly command: string;
  readonly judge: Judge;
  readonly failOn: FailOn;
  readonly reporter: Reporter;
  readonly output: Output;
  /** Absent to show none. */
  readonly progress?: Progress;
  readonly io: Io;
}

/** Validates sources one by one. Keeps one document, one batch of output and the counts in memory. */
export class ValidationRun {
  private valid = 0;
  private invalid = 0;
  private warnings = 0;
  private bytes = 0;
  private readonly failures: Failure[] = [];

  constructor(private readonly parts: RunParts) {}

  /**
   * Reads the sources in order, until the reader of the output has gone.
   *
   * @param names files, folders, patterns, or `-` for stdin
   */
  async run(names: readonly string[]): Promise<Summary> {
    const { reporter, output } = this.parts;
    output.add(reporter.start());
    for (const name of names) {
      if (!output.closed) await this.orFailure(name, () => this.readAll(name));
    }
    const summary = this.summary();
    output.add(reporter.finish(summary));
    await output.flush();
    return summary;
  }

  private summary(): Summary {
    const { valid, invalid, warnings, failures } = this;
    const counts = { valid, invalid, warnings, failures };
    return { ...counts, exitCode: exitCodeOf(counts, this.parts.failOn) };
  }

  private async readAll(name: string): Promise<void> {
    for await (const file of fileNames(name)) {
      const source = file === '-' ? '<stdin>' : file;
      await this.orFailure(source, () => this.read(file, source));
      if (this.parts.output.closed) return;
    }
  }

  /** Records a failure and continues with the other inputs. */
  private async orFailure(source: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      await this.fail({ source, code: error.code, message: error.message });
    } finally {
      await this.parts.progress?.hide();
    }
  }

  private async read(file: string, source: string): Promise<void> {
    const { output, progress, io } = this.parts;
    const framer = new JsonFramer(MAX_DOCUMENT_BYTES);
    const input = await openInput(file, io);
    const bytesBefore = this.bytes;
    let index = 0;
    for await (const chunk of decoded(input.chunks, source)) {
      index = await this.take(framer.push(chunk), source, index);
      // If the input is slow, the user should see the results so far.
      await output.flush();
      if (output.closed) return;
      this.bytes = bytesBefore + input.read;
      const part = input.size && input.read / input.size;
      await progress?.tell({ source, documents: this.valid + this.invalid, bytes: this.bytes, part });
    }
    index = await this.take(framer.end(), source, index);
    if (index === 0) throw new InputError('no_document', `${source} contains no documents.`);
  }

  /** @returns the index of the next document */
  private async take(frames: Iterable<Frame>, source: string, from: number): Promise<number> {
    const { reporter, output } = this.parts;
    let index = from;
    for (const frame of frames) {
      if (frame.kind === 'oversized') {
        await this.fail(tooLarge(source, frame));
      } else {
        const entry = judge(frame, source, index, this.parts.judge);
        if (entry.valid) this.valid++;
        else this.invalid++;
        this.warnings += entry.warningCount;
        output.add(reporter.entry(entry));
      }
      index++;
      if (output.full) await output.flush();
      if (output.closed) return index;
    }
    return index;
  }

  private async fail(failure: Failure): Promise<void> {
    const { command, reporter, output, progress, io } = this.parts;
    this.failures.push(failure);
    output.add(reporter.failure(failure));
    await output.flush();
    await progress?.hide();
    await write(io.stderr, `receipt-rules ${command}: ${oneLine(failure.message)}\n`);
  }
}

function tooLarge(source: string, { place }: Frame): Failure {
  const where = `${source}:${place.line}:${place.column}`;
  const message = `The document at ${where} is larger than ${MAX_DOCUMENT_BYTES} bytes. Skipped to the next line that begins a document.`;
  return { source, code: 'document_too_large', message, place };
}
