import type { OpenApiDocument } from 'receipt-rule-packs/schemas';

/**
 * Adds the header `traceparent` to the webhooks in the document. Webhooks have this header only with
 * `TRACE_ENDPOINTS=1`.
 */
export function withTraceparent(document: OpenApiDocument): OpenApiDocument {
  const webhooks = Object.entries(document.webhooks as unknown as Readonly<Record<string, Webhook>>).map(
    ([name, webhook]) => {
      const { post } = webhook;
      return [name, { ...webhook, post: { ...post, parameters: [...post.parameters, TRACEPARENT] } }];
    },
  );
  return { ...document, webhooks: Object.fromEntries(webhooks) as OpenApiDocument['webhooks'] };
}

interface Webhook {
  readonly post: { readonly parameters: readonly unknown[] };
}

const TRACEPARENT = {
  name: 'traceparent',
  in: 'header',
  description:
    'The trace of the write and this attempt, as in [W3C Trace Context](https://www.w3.org/TR/trace-context/#traceparent-header). Absent if the service does not trace the event. It is not signed.',
  required: false,
  schema: { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' },
  example: '00-019ab3c4d5e6f708192a3b4c5d6e7f80-5b6c7d8e9fa0b1c2-01',
};
