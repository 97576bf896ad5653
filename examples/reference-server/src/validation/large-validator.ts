import { Worker } from 'node:worker_threads';
import { createGovernor } from '../http/governor.js';
import type { Identity } from '../transactions/identity.js';
import type { BusinessToValidate, NamedIssue } from './validate-document.js';
import type { CompressedResponse } from './compressed-response.js';

/** The minimum size in bytes of documents that are validated in the thread. */
export const LARGE_BYTES = 65_536;

/** The maximum heap size of the thread in megabytes. */
const HEAP_MB = 192;
/** The time limit per document in milliseconds. */
const LIMIT_MS = 10_000;
/** The maximum time that a document waits for other documents, in milliseconds. */
const WAIT_MS = 15_000;
/** The time limit for a new thread to load the packs, in milliseconds; long enough for a very busy machine. */
const START_MS = 60_000;

/** A message to the thread. */
export interface Request {
  readonly document: Uint8Array<ArrayBuffer>;
  readonly business: BusinessToValidate;
}

/** The thread's response. */
export type LargeVerdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'refused';
      readonly response: CompressedResponse;
      readonly identity: Identity | undefined;
      readonly rejection: {
        readonly code: string;
        /** The first issues. */
        readonly issues: readonly NamedIssue[];
        readonly issueCount: number;
        /** Only the fields that the log of rejected requests keeps. */
        readonly document: unknown;
      };
    };

/** A document was not validated, because the thread ended or took too long. */
export class NotValidated extends Error {
  override readonly name = 'NotValidated';
}

/**
 * Validates large documents off the event loop, one at a time. The document from the caller with the least usage comes
 * first.
 */
export interface LargeValidator {
  /** @throws NotValidated */
  validate(caller: string, request: Request): Promise<LargeVerdict>;
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<unknown>;
}

/** Starts the thread for the first document, and again for the next document after the thread has ended. */
export function createLargeValidator({
  limitMs = LIMIT_MS,
  waitMs = WAIT_MS,
}: { readonly limitMs?: number; readonly waitMs?: number } = {}): LargeValidator {
  const governor = createGovernor({ active: 1, waiting: Infinity, concurrency: 1, waitMs });
  let thread: Thread | undefined;

  const start = (): Thread => {
    const worker = new Worker(new URL('./thread.mjs', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    // After an error, the thread also exits. Without a listener, the error would end this process.
    worker.on('error', () => undefined);
    const ready = next(worker, START_MS);
    ready.catch(() => undefined);
    return { worker, ready };
  };
  const validateNext = async ({ document, business }: Request): Promise<LargeVerdict> => {
    thread ??= start();
    const { worker, ready } = thread;
    try {
      await ready;
      const own = new Uint8Array(document);
      worker.postMessage({ document: own, business } satisfies Request, [own.buffer]);
      return (await next(worker, limitMs)) as LargeVerdict;
    } catch (error) {
      thread = undefined;
      await worker.terminate();
      throw error;
    }
  };
  return {
    validate: async (caller, request) => {
      const turn = await governor.enter(caller, () => undefined);
      if (typeof turn === 'string') throw new NotValidated('Other documents took too long');
      try {
        return await validateNext(request);
      } finally {
        turn.end();
      }
    },
    close: async () => {
      await thread?.worker.terminate();
    },
  };
}

/** The next message from a thread. @throws NotValidated if the thread ends first or takes too long */
function next(worker: Worker, withinMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      act();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message));
    const onExit = () => settle(() => reject(new NotValidated('The thread ended')));
    const timer = setTimeout(
      () => settle(() => reject(new NotValidated(`The thread took longer than ${withinMs} ms`))),
      withinMs,
    );
    worker.on('message', onMessage).on('exit', onExit);
  });
}
