import type { Io } from './command.js';
import { decoded } from './decode.js';
import type { Entry, Failure, LocatedCause, Summary } from './entry.js';
import { exitCodeOf, type FailOn } from './exit-code.js';
import { fileNames } from './file-names.js';
import type { FixedDocument } from './fix/fix-document.js';
import type { Rewrite } from './fix/rewrite.js';
import { InputError, MAX_DOCUMENT_BYTES, openInput } from './input.js';
import { JsonFramer, type DocumentFrame, type Frame } from './json-stream/framer.js';
import { judge, type Judge } from './judge.js';
import type { Output } from './output.js';
import { oneLine } from '../src/text/printable.js';
import type { Progress } from './progress.js';
import type { Reporter } from './reporters/reporter.js';
import { write } from './write.js';

type JudgedFrame = Exclude<Frame, { readonly kind: 'oversized' }>;

/** A source to read and, with `--fix`, its rewritten version. */
interface Source {
  readonly source: string;
  /** See `Input`. */
  readonly isRereadable: boolean;
  readonly rewrite: Rewrite | undefined;
}

/** How to repair documents, and where to write them. */
export interface Fixing {
  readonly open: (file: string, source: string) => Promise<Rewrite>;
  readonly fix: (frame: DocumentFrame) => Promise<FixedDocument>;
}

export interface RunParts {
  /** The command's name, for messages on stderr. */
  readonly command: string;
  readonly judge: Judge;
  /** Finds the causes of the issues in a failing document. Absent if the report does not show causes. */
  readonly causes?: ((frame: DocumentFrame) => Promise<readonly LocatedCause[]>) | undefined;
  /** Repairs documents before validation, and writes them. Absent without `--fix`. */
  readonly fixing?: Fixing | undefined;
  readonly failOn: FailOn;
  readonly reporter: Reporter;
  readonly output: Output;
  /** If absent, the run shows no progress. */
  readonly progress?: Progress;
  readonly io: Io;
}

/** Validates sources one after the other. Keeps only one document, one batch of output and the counts in memory. */
export class ValidationRun {
  private valid = 0;
  private invalid = 0;
  private warnings = 0;
  private bytes = 0;
  private preparation: Promise<void> | undefined;
  private readonly failures: Failure[] = [];

  constructor(private readonly parts: RunParts) {}

  /**
   * Reads the sources in order. Stops early if the reader closes the output.
   *
   * @param names the names of files and folders, patterns, or `-` for stdin
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
    const rewrite = await this.parts.fixing?.open(file, source);
    const from = { source, isRereadable: input.isRereadable, rewrite };
    let index = 0;
    for await (const chunk of decoded(input.chunks, source)) {
      if (rewrite !== undefined && !(await rewrite.push(chunk))) return;
      index = await this.take(framer.push(chunk), from, index);
      // If the input is slow, the user should see the results so far.
      await output.flush();
      if (output.closed) return;
      this.bytes = bytesBefore + input.read;
      const part = input.size && input.read / input.size;
      await progress?.tell({ source, documents: this.valid + this.invalid, bytes: this.bytes, part });
    }
    index = await this.take(framer.end(), from, index);
    await rewrite?.end();
    if (index === 0) throw new InputError('no_document', `${source} contains no documents.`);
  }

  /** @returns the index of the next document */
  private async take(frames: Iterable<Frame>, from: Source, first: number): Promise<number> {
    const { reporter, output } = this.parts;
    const { source, isRereadable, rewrite } = from;
    let index = first;
    for (const frame of frames) {
      if (frame.kind === 'oversized') {
        rewrite?.skipTo(frame.place.line);
        await this.fail(tooLarge(source, frame));
      } else {
        const judged = rewrite === undefined ? this.judged(frame, source, index) : this.repaired(frame, from, index);
        const entry = judged instanceof Promise ? await judged : judged;
        if (entry.valid) this.valid++;
        else this.invalid++;
        this.warnings += entry.warningCount;
        output.add(reporter.entry(isRereadable ? entry : { ...entry, range: undefined }));
      }
      index++;
      if (output.full) await output.flush();
      if (output.closed) return index;
    }
    return index;
  }

  /** Returns a promise only if it must: most documents need no asynchronous work, and awaiting each would take time. */
  private judged(frame: JudgedFrame, source: string, index: number): Entry | Promise<Entry> {
    const { judge: by, causes } = this.parts;
    if (this.preparation === undefined && by.prepare !== undefined && frame.kind === 'document')
      return this.prepared(frame).then(() => this.judged(frame, source, index));
    const entry = judge(frame, source, index, by);
    if (causes === undefined || frame.kind !== 'document' || !entry.isFaulty) return entry;
    return causes(frame).then((found) => ({ ...entry, causes: found }));
  }

  private async prepared(frame: DocumentFrame): Promise<void> {
    this.preparation ??= this.parts.judge.prepare?.(frame.value);
    await this.preparation;
  }

  private async repaired(frame: JudgedFrame, { source, rewrite }: Source, index: number): Promise<Entry> {
    if (frame.kind !== 'document') {
      rewrite!.skipTo(frame.place.line);
      return this.judged(frame, source, index);
    }
    await this.prepared(frame);
    const { fixed, ...document } = await this.parts.fixing!.fix(frame);
    const { line, column } = frame.place;
    const place = { line: line + rewrite!.document(frame.place, frame.text, document.text), column };
    const entry = await this.judged({ ...frame, ...document, place }, source, index);
    return fixed.length === 0 ? entry : { ...entry, fixed };
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
