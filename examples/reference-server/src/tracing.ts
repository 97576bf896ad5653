import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';

const TRACER = 'receipt-reference-server';

/** The names of the server's own spans. Request spans come from `@fastify/otel`, which is loaded with `--import`. */
export type SpanName =
  | 'validate document'
  | 'store document'
  | 'group wait'
  | 'statement'
  | 'lease queues'
  | 'attempt delivery';

/**
 * Runs `work` in a span, and marks the span as failed if `work` throws. Spans cost next to nothing unless `--import`
 * loads an SDK.
 *
 * @param attributes ids, numbers and codes; must not contain tokens, secrets, or any part of a document
 * @param from the `traceparent` of the trace to continue; null starts a new trace; default: the current trace
 */
export function inSpan<T>(
  name: SpanName,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  from?: string | null,
): Promise<T> {
  const kind = name === 'attempt delivery' ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const tracer = trace.getTracer(TRACER);
  const parent = from === undefined ? context.active() : contextOf(from);
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Begins a span in the current trace, for callers that end it in another place.
 *
 * @param attributes see `inSpan`
 * @returns a function that ends the span; further calls do nothing
 */
export function beginSpan(name: SpanName, attributes: Attributes): () => void {
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind.INTERNAL, attributes }, context.active());
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    span.end();
  };
}

/** The `traceparent` of the current span; null if there is none. */
export function currentTraceparent(): string | null {
  return traceparentOf(trace.getSpanContext(context.active()));
}

/**
 * The `traceparent` header for a span; null if the span is undefined or has no valid trace id.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function traceparentOf(span: SpanContext | undefined): string | null {
  if (span === undefined || !isSpanContextValid(span)) return null;
  const flags = (span.traceFlags & 0xff).toString(16).padStart(2, '0');
  return `00-${span.traceId}-${span.spanId}-${flags}`;
}

function contextOf(traceparent: string | null) {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined) return ROOT_CONTEXT;
  const remote = { traceId, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}
