import type { Io } from './command.js';
import type { Failure, Summary } from './entry.js';
import { InputError, MAX_DOCUMENT_BYTES, openInput } from './input.js';
import { JsonSplitter, type Frame } from './json-stream/splitter.js';
import { judge, type Validate } from './judge.js';
import type { Output } from './output.js';
import { printable } from './printable.js';
import type { Progress } from './progress.js';
import type { Reporter } from './reporters/reporter.js';
import { write } from './write.js';

/** What a run is made of. */
export interface RunParts {
  readonly validate: Validate;
  readonly reporter: Reporter;
  readonly output: Output;
  readonly progress: Progress;
  readonly io: Io;
}

/** Validates one source after the other; holds one document, one batch of output, and the counts. */
export class ValidationRun {
  private valid = 0;
  private invalid = 0;
  private warnings = 0;
  private bytes = 0;
  private readonly failures: Failure[] = [];

  constructor(private readonly parts: RunParts) {}

  /** Reads the sources, in their order, until the reader of the output has gone. */
  async run(files: readonly string[]): Promise<Summary> {
    const { reporter, output } = this.parts;
    output.add(reporter.start());
    for (const file of files) {
      if (!output.closed) await this.read(file);
    }
    const summary = this.summary();
    output.add(reporter.finish(summary));
    await output.flush();
    return summary;
  }

  private summary(): Summary {
    const { valid, invalid, warnings, failures } = this;
    return { valid, invalid, warnings, failures };
  }

  private async read(file: string): Promise<void> {
    const source = file === '-' ? '<stdin>' : file;
    try {
      await this.readChunks(file, source);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      await this.fail({ source, code: error.code, message: error.message });
    } finally {
      await this.parts.progress.hide();
    }
  }

  private async readChunks(file: string, source: string): Promise<void> {
    const { output, progress, io } = this.parts;
    const splitter = new JsonSplitter(MAX_DOCUMENT_BYTES);
    const input = await openInput(file, io);
    let [index, read] = [0, 0];
    for await (const chunk of input.chunks) {
      if (read === 0) refuseEncodings(chunk, source);
      index = await this.take(splitter.push(chunk), source, index);
      // Whoever feeds us slowly wants to see what is known so far.
      await output.flush();
      if (output.closed) return;
      read += chunk.length;
      this.bytes += chunk.length;
      const part = input.size && read / input.size;
      await progress.tell({ source, documents: this.valid + this.invalid, bytes: this.bytes, part });
    }
    index = await this.take(splitter.end(), source, index);
    if (index === 0) throw new InputError('no_document', `${source} holds no document.`);
  }

  /** @returns the index of the next document */
  private async take(frames: Iterable<Frame>, source: string, from: number): Promise<number> {
    const { validate, reporter, output } = this.parts;
    let index = from;
    for (const frame of frames) {
      if (frame.kind === 'oversized') {
        await this.fail(tooLarge(source, frame));
      } else {
        const entry = judge(frame, source, index, validate);
        if (entry.valid) this.valid++;
        else this.invalid++;
        this.warnings += entry.warnings.length;
        output.add(reporter.entry(entry));
      }
      index++;
      if (output.full) await output.flush();
      if (output.closed) return index;
    }
    return index;
  }

  private async fail(failure: Failure): Promise<void> {
    const { reporter, output, progress, io } = this.parts;
    this.failures.push(failure);
    output.add(reporter.failure(failure));
    await output.flush();
    await progress.hide();
    await write(io.stderr, printable(`receipt-rules validate: ${failure.message}\n`));
  }
}

function tooLarge(source: string, { place }: Frame): Failure {
  const where = `${source}:${place.line}:${place.column}`;
  const message = `The document at ${where} is larger than ${MAX_DOCUMENT_BYTES} bytes and was passed over.`;
  return { source, code: 'document_too_large', message, place };
}

/** Shells on Windows write UTF-16, logs are kept compressed; told once, it helps more than a fault in every line. */
function refuseEncodings([first, second]: Uint8Array, source: string): void {
  if (first === 0x1f && second === 0x8b) {
    throw new InputError('unsupported_encoding', `${source} is compressed (gzip): unpack it first.`);
  }
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new InputError('unsupported_encoding', `${source} is UTF-16. JSON is UTF-8: convert the file.`);
  }
}
