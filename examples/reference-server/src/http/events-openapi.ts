import type { OpenApiDocument } from 'receipt-rule-packs/schemas';

/** Adds `GET /v1/events` to the document. The service offers this operation only with the feature `events-feed`. */
export function withFeed(document: OpenApiDocument): OpenApiDocument {
  const { paths, components } = document;
  const { get, head } = paths['/v1/transactions'] as unknown as Record<'get' | 'head', Operation>;
  const parameters = [ref('parameters/Limit'), ref('parameters/FeedAfter'), ref('parameters/BusinessId')];
  return {
    ...document,
    paths: {
      ...paths,
      '/v1/events': {
        get: {
          ...get,
          operationId: 'listEvents',
          summary: "List one business's events, oldest first",
          description: DESCRIPTION,
          parameters,
          responses: {
            ...get.responses,
            200: {
              description: 'One page of the feed.',
              content: { 'application/json': { schema: ref('schemas/EventPage') } },
            },
            400: ref('responses/InvalidFeedQuery'),
          },
        },
        head: {
          ...head,
          operationId: 'headEvents',
          summary: 'Get the status and headers of the feed, without its body',
          description: 'The status and headers of the feed with the same parameters, without a body.',
          parameters,
        },
      },
    },
    components: {
      ...components,
      parameters: { ...(components.parameters as object), FeedAfter: AFTER },
      responses: { ...(components.responses as object), InvalidFeedQuery: invalidQuery(document) },
      schemas: { ...components.schemas, EventPage: EVENT_PAGE },
    },
  };
}

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>;
}

const ref = (to: string) => ({ $ref: `#/components/${to}` });

const DESCRIPTION = `The envelopes that webhooks send, in a stable order: an event never appears before a cursor that
you already have, however long storing the event took. One cursor is therefore enough to get every event. Test events
and operational events are not in the feed. App tokens do not see the events \`authorization.granted\` and \`authorization.revoked\`.

For each following request, send \`nextCursor\` as \`after\`; when \`hasMore\` is false, wait before the next request.
To get only future events, begin with \`after=latest\`. To follow a business from its first transaction, first send
\`after=latest\` and keep the cursor, then list all transactions, then read the feed from the cursor; skip
transactions whose \`data.id\` you already have.

The service deletes old events, so the feed does not replace the list of transactions.

A page can have fewer events than \`limit\`, because its size is limited to 8 MiB.`;

const CURSOR = { type: 'string', minLength: 1, maxLength: 255 };

const AFTER = {
  name: 'after',
  in: 'query',
  description:
    'The `nextCursor` from the previous page, or `latest` for an empty page whose cursor follows all events so far. Omit `after` to begin with the oldest event.',
  schema: { ...CURSOR, examples: ['0-7343-evt_0193f3a0-7c00-7000-8000-000000000001', 'latest'] },
};

const EVENT_PAGE = {
  title: 'EventPage',
  description: 'One page of the event feed, oldest events first.',
  type: 'object',
  properties: {
    data: {
      description: 'The events, as webhooks send them.',
      type: 'array',
      maxItems: 50,
      items: ref('schemas/WebhookEvent'),
    },
    hasMore: { description: 'Whether there are more events after this page.', type: 'boolean' },
    nextCursor: { description: 'Send it as `after` to get the events that follow, now or later.', ...CURSOR },
  },
  required: ['data', 'hasMore', 'nextCursor'],
  additionalProperties: false,
};

/** The response to an invalid query: the same as the transaction list's, but with the feed's cursor. */
function invalidQuery({ components }: OpenApiDocument): object {
  const { InvalidQuery } = components.responses as { readonly InvalidQuery: { readonly content: Content } };
  const { schema, examples } = InvalidQuery.content['application/json'];
  const unknownCursor = {
    summary: 'Not a cursor',
    value: { error: { code: 'invalid_cursor', message: 'after must be a nextCursor of this feed, or latest.' } },
  };
  return {
    description:
      '`invalid_parameter`: a parameter is malformed, empty, repeated or unknown, or `businessId` is missing with an owner-wide key.\n\n`invalid_cursor`: `after` is not a cursor from the feed.',
    content: { 'application/json': { schema, examples: { ...examples, unknownCursor } } },
  };
}

type Content = Readonly<Record<'application/json', { readonly schema: unknown; readonly examples: object }>>;
