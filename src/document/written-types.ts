/** Types that are stricter than the schema, built on the types generated from it. */
import type {
  AuthorizationGranted,
  AuthorizationRevoked,
  LinkedTransaction,
  Namespaces,
  SourceConnected,
  SourceDisconnected,
  StoredTransactionFields,
  TransactionFields,
  WebhookEnvelope,
} from './types.generated.js';

/** A transaction as clients send it, by its `type`. All money is in integer minor units of the currency. */
export type Transaction = SaleTransaction | CorrectionTransaction;

/** A sale. */
export interface SaleTransaction extends TransactionFields {
  type: 'sale';
}

/** A separate document that corrects an earlier sale, or exchanges its goods. */
export interface CorrectionTransaction extends TransactionFields {
  type: 'refund' | 'void' | 'credit_note' | 'exchange';
  // No doc comment here: editors would show either this comment or the one on TransactionFields.
  linkedTransaction: LinkedTransaction;
}

/**
 * A transaction that lacks only data from the control unit or fiscal device. Its figures are final: the device signs
 * them. It is not a `Transaction`: add `extensions`, and validate the result.
 */
export type UnsignedTransaction = DistributiveOmit<Transaction, 'extensions'> & { readonly extensions?: unknown };

/** `Omit`, applied to each member of a union. */
type DistributiveOmit<T, Name extends PropertyKey> = T extends unknown ? Omit<T, Name> : never;

/** A transaction as the service stores, returns and lists it, by its `type`. Assignable to `Transaction`. */
export type StoredTransaction = StoredSaleTransaction | StoredCorrectionTransaction;

/** A sale. */
export interface StoredSaleTransaction extends StoredTransactionFields {
  type: SaleTransaction['type'];
}

/** A separate document that corrects an earlier sale, or exchanges its goods. */
export interface StoredCorrectionTransaction extends StoredTransactionFields {
  type: CorrectionTransaction['type'];
  // No doc comment here, for the same reason as at CorrectionTransaction.
  linkedTransaction: LinkedTransaction;
}

/** Country extensions by namespace. Unknown namespaces may have any JSON value. */
export interface Extensions extends Namespaces {
  /** Sweden: data from the certified control unit. */
  se?: SwedishExtension | undefined;
}

/** The fields that `se-receipt-1` requires in `extensions.se`. */
export interface SwedishExtension {
  /** The control unit's serial number. */
  controlUnitId: string;
  /** The receipt's control code, as the control unit returned it. */
  controlCode: string;
  /** The receipt's sequence number: an integer of 0 or more, or text. */
  sequenceNumber: number | string;
  /** Other data. */
  [field: string]: unknown;
}

/**
 * A webhook event, by its `type`. Services may send event types that are newer than this library: handle them, for
 * example in the `default` of a `switch`.
 */
export type WebhookEvent =
  | TransactionCreatedEvent
  | AuthorizationGrantedEvent
  | AuthorizationRevokedEvent
  | SourceConnectedEvent
  | SourceDisconnectedEvent
  | EndpointEvent;

/** A transaction was stored. */
export interface TransactionCreatedEvent extends WebhookEnvelope {
  type: 'transaction.created';
  /** The full canonical transaction. */
  data: StoredTransaction;
}

/** A merchant approved the app's access request. */
export interface AuthorizationGrantedEvent extends WebhookEnvelope {
  type: 'authorization.granted';
  data: AuthorizationGranted;
}

/** A merchant revoked the app's access. */
export interface AuthorizationRevokedEvent extends WebhookEnvelope {
  type: 'authorization.revoked';
  data: AuthorizationRevoked;
}

/** The merchant connected a payment platform. */
export interface SourceConnectedEvent extends WebhookEnvelope {
  type: 'source.connected';
  data: SourceConnected;
}

/** The merchant disconnected a payment platform, or the connection ended. */
export interface SourceDisconnectedEvent extends WebhookEnvelope {
  type: 'source.disconnected';
  data: SourceDisconnected;
}

/**
 * Another endpoint of the same app or owner is failing, has been paused, or works again. Not all services offer these
 * types.
 */
export interface EndpointEvent extends WebhookEnvelope {
  type: 'endpoint.failing' | 'endpoint.paused' | 'endpoint.recovered';
  data: EndpointHealth;
}

/** The state of an endpoint. */
export interface EndpointHealth {
  /** Id of the endpoint. */
  endpointId: string;
  /** URL of the endpoint. */
  url: string;
  /** When the first of the failed attempts began or, for `endpoint.recovered`, the attempt that succeeded. */
  since: string;
  /** Failed attempts since the last success. */
  failedAttempts: number;
  /** HTTP status of the last attempt; null if there was no response. */
  lastStatus: number | null;
}
