/** An event type that endpoints can subscribe to. */
export interface EventType {
  readonly type: string;
  /** When it fires, for developers who choose. */
  readonly summary: string;
  /** The feature that must be on for the type to be offered; absent: always offered. */
  readonly feature?: string;
}

/** All types. Source: service interface, Events. A new one begins with a `feature`. */
export const EVENT_TYPES: readonly EventType[] = [
  { type: 'transaction.created', summary: 'A transaction document was ingested, from any source.' },
  { type: 'authorization.granted', summary: "A merchant approved the app's access request." },
  { type: 'authorization.revoked', summary: "A merchant revoked the app's access." },
  { type: 'source.connected', summary: 'A merchant connected a payment platform.' },
  { type: 'source.disconnected', summary: 'A payment platform connection was removed.' },
];

/** The types that may be subscribed to while these features are on. */
export function offeredTypes(features: readonly string[], types = EVENT_TYPES): readonly EventType[] {
  return types.filter(({ feature }) => feature === undefined || features.includes(feature));
}
