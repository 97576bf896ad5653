/** An event type that endpoints can subscribe to. */
export interface EventType {
  readonly type: string;
  /** When the event occurs, for developers who choose event types. */
  readonly summary: string;
  /** The feature that offers the type; absent: always offered. */
  readonly feature?: string;
}

/** The feature that offers events about endpoints. */
export const OPERATIONAL_FEATURE = 'operational-events';

/** All event types. Source: service interface, Events. Each new type needs a `feature`. */
export const EVENT_TYPES: readonly EventType[] = [
  { type: 'transaction.created', summary: 'A transaction document was ingested, from any source.' },
  { type: 'authorization.granted', summary: "A merchant approved the app's access request." },
  { type: 'authorization.revoked', summary: "A merchant revoked the app's access." },
  { type: 'source.connected', summary: 'A merchant connected a payment platform.' },
  { type: 'source.disconnected', summary: 'A payment platform connection was removed.' },
  {
    type: 'endpoint.failing',
    summary: 'Attempts to deliver to another of your endpoints keep failing.',
    feature: OPERATIONAL_FEATURE,
  },
  {
    type: 'endpoint.paused',
    summary: 'Another of your endpoints was paused because all attempts failed for days.',
    feature: OPERATIONAL_FEATURE,
  },
  {
    type: 'endpoint.recovered',
    summary: 'An attempt to deliver to another of your endpoints that was failing has succeeded.',
    feature: OPERATIONAL_FEATURE,
  },
];

/** The event types offered with these features. */
export function offeredTypes(features: readonly string[], types = EVENT_TYPES): readonly EventType[] {
  return types.filter(({ feature }) => feature === undefined || features.includes(feature));
}
