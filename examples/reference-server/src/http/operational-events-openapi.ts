import type { OpenApiDocument } from 'receipt-rule-packs/schemas';

/**
 * Adds the webhooks about endpoints to the document. The service sends them only with the feature `operational-events`.
 */
export function withOperationalEvents(document: OpenApiDocument): OpenApiDocument {
  const webhooks = document.webhooks as unknown as Readonly<Record<string, Webhook>>;
  const like = webhooks['source.connected']!.post;
  const added = EVENTS.map(({ type, operationId, summary, description, data }) => [
    type,
    {
      post: {
        ...like,
        operationId,
        summary,
        description,
        parameters: like.parameters.map((parameter) =>
          parameter.name === 'Service-Event' ? { ...parameter, schema: { const: type }, example: type } : parameter,
        ),
        requestBody: {
          ...like.requestBody,
          content: { 'application/json': { schema: envelopeOf(type), examples: exampleOf(type, summary, data) } },
        },
      },
    },
  ]);
  const { components } = document;
  return {
    ...document,
    webhooks: { ...document.webhooks, ...(Object.fromEntries(added) as OpenApiDocument['webhooks']) },
    components: { ...components, schemas: { ...components.schemas, EndpointHealth: ENDPOINT_HEALTH } },
  };
}

interface Webhook {
  readonly post: {
    readonly parameters: readonly { readonly name?: string }[];
    readonly requestBody: object;
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const envelopeOf = (type: string) => ({
  allOf: [ref('WebhookEvent'), { type: 'object', properties: { type: { const: type }, data: ref('EndpointHealth') } }],
});

function exampleOf(type: string, summary: string, data: object): object {
  const envelope = {
    eventId: 'evt_01a1edae-2d04-7d20-8f63-1b9e4a6c0d58',
    schemaVersion: '2.1',
    type,
    businessId: 'biz_demo_se',
    createdAt: '2026-11-18T08:02:57.412Z',
  };
  return { event: { summary, value: { ...envelope, data } } };
}

const ENDPOINT = { endpointId: 'ep_019a9c53-8b00-7000-8000-000000000001', url: 'https://shop.example/hook' };
const ALL = `Sent to the other endpoints of the same app or owner that subscribe to this type, never to the endpoint itself. \`businessId\` is the business of the last attempt.`;

const EVENTS = [
  {
    type: 'endpoint.failing',
    operationId: 'endpointFailing',
    summary: 'Deliveries to another endpoint keep failing',
    description: `At least three attempts in a row have failed, over at least five minutes. Sent once until the endpoint recovers. ${ALL}`,
    data: { ...ENDPOINT, since: '2026-11-18T07:57:25.104Z', failedAttempts: 3, lastStatus: 503 },
  },
  {
    type: 'endpoint.paused',
    operationId: 'endpointPaused',
    summary: 'Another endpoint was paused',
    description: `All attempts have failed for days, so the service has paused the endpoint, and holds its new events until a user resumes it. Not sent if a user pauses an endpoint. ${ALL}`,
    data: { ...ENDPOINT, since: '2026-11-13T07:12:41.730Z', failedAttempts: 412, lastStatus: null },
  },
  {
    type: 'endpoint.recovered',
    operationId: 'endpointRecovered',
    summary: 'Another endpoint that was failing has recovered',
    description: `An attempt has succeeded since \`endpoint.failing\` or \`endpoint.paused\`. Deliveries that the service has given up on are not sent again. ${ALL}`,
    data: { ...ENDPOINT, since: '2026-11-18T08:02:51.006Z', failedAttempts: 0, lastStatus: 200 },
  },
];

const ENDPOINT_HEALTH = {
  title: 'EndpointHealth',
  description: 'The state of an endpoint.',
  type: 'object',
  properties: {
    endpointId: { description: 'Id of the endpoint.', type: 'string' },
    url: { description: 'URL of the endpoint.', type: 'string' },
    since: {
      description:
        'When the first of the failed attempts began; for `endpoint.recovered`, when the attempt that succeeded began.',
      type: 'string',
      format: 'date-time',
    },
    failedAttempts: { description: 'Failed attempts since the last success.', type: 'integer', minimum: 0 },
    lastStatus: {
      description: 'HTTP status of the last attempt; null if the endpoint did not respond.',
      type: ['integer', 'null'],
    },
  },
  required: ['endpointId', 'url', 'since', 'failedAttempts', 'lastStatus'],
  additionalProperties: false,
};
