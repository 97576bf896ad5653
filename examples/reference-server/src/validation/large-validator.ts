import { Worker } from 'node:worker_threads';
import { createGovernor } from '../http/governor.js';
import type { Identity } from '../transactions/identity.js';
import type { BusinessToValidate, NamedIssue } from './validate-document.js';
import type { CompressedResponse } from './compressed-response.js';

/** From this size in bytes, a document is validated in the thread. */
export const LARGE_BYTES = 65_536;

/** The heap of the thread in megabytes, and its time limit per document in milliseconds. */
const HEAP_MB = 192;
const LIMIT_MS = 5_000;
/** Time limit for a thread to load the packs, in milliseconds, on a very busy machine. */
const START_MS = 60_000;

/** A message to the thread. */
export interface Request {
  readonly document: Uint8Array<ArrayBuffer>;
  readonly business: BusinessToValidate;
}

/** The answer of the thread. */
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
        /** Only the fields kept of rejected requests. */
        readonly document: unknown;
      };
    };

/** The thread ended, or took too long. */
export class NotValidated extends Error {
  override readonly name = 'NotJudged';
}

/** Validates large documents off the event loop, one at a time, first for the caller that has used least. */
export interface LargeValidator {
  /** @throws NotJudged */
  validate(caller: string, request: Request): Promise<LargeVerdict>;
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<unknown>;
}

/** The first document starts the thread, as does the next one after it has ended. */
export function createLargeValidator({ limitMs = LIMIT_MS }: { readonly limitMs?: number } = {}): LargeValidator {
  const governor = createGovernor({ active: 1, waiting: Infinity, concurrency: 1 });
  let thread: Thread | undefined;

  const start = (): Thread => {
    const worker = new Worker(new URL('./thread.mjs', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    // An exit follows an error. Without a listener, the error would end the process.
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
      if (typeof turn === 'string') throw new NotValidated('Too many documents are waiting.');
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

/** The next message of a thread. @throws NotJudged if the thread ends first, or the time is over */
function next(worker: Worker, withinMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      act();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message));
    const onExit = () => settle(() => reject(new NotValidated('The thread ended.')));
    const timer = setTimeout(
      () => settle(() => reject(new NotValidated(`The thread took over ${withinMs} ms.`))),
      withinMs,
    );
    worker.on('message', onMessage).on('exit', onExit);
  });
}
