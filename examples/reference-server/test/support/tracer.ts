import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  context,
  ROOT_CONTEXT,
  trace,
  type Context,
  type ContextManager,
  type Span,
  type SpanContext,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';

/** A span that has ended. */
export interface Recorded {
  readonly name: string;
  readonly attributes: SpanOptions['attributes'];
  readonly own: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly failed: boolean;
}

/** Collects spans like an SDK until `stop` is called. */
export function collectSpans(): { readonly spans: readonly Recorded[]; readonly stop: () => void } {
  const spans: Recorded[] = [];
  const active = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => active.getStore() ?? ROOT_CONTEXT,
    with: (on, work, self, ...args) => active.run(on, () => work.apply(self, args)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  const startSpan = (name: string, options: SpanOptions, on: Context): Span => {
    const parent = trace.getSpanContext(on);
    const own = {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      traceFlags: 1,
    };
    let failed = false;
    return {
      spanContext: () => own,
      setStatus: () => (failed = true),
      end: () => spans.push({ name, attributes: options.attributes, own, parent, failed }),
    } as unknown as Span;
  };
  const tracer = {
    startSpan,
    startActiveSpan: (name: string, options: SpanOptions, on: Context, work: (span: Span) => unknown) => {
      const span = startSpan(name, options, on);
      return context.with(trace.setSpan(on, span), () => work(span));
    },
  } as unknown as Tracer;
  context.setGlobalContextManager(manager);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  return {
    spans,
    stop: () => {
      context.disable();
      trace.disable();
    },
  };
}
