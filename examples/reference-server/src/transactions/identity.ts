import { createHash } from 'node:crypto';

/** The fields that identify a document. */
export interface Identity {
  readonly vendorId: string;
  readonly platform: string;
  readonly externalId: string;
}

/**
 * The writer of a document. Identities written by different apps, or by an app and a connected source, never collide.
 */
export type Writer = { readonly app: string } | { readonly source: true };

/**
 * Reads the identity of a document, which may be invalid; undefined if part of the identity is missing or unusable.
 */
export function readIdentity(document: unknown): Identity | undefined {
  const { vendor, source } = fields(document);
  const { id: vendorId } = fields(vendor);
  const { platform, externalId } = fields(source);
  return isSound(vendorId) && isSound(platform) && isSound(externalId) ? { vendorId, platform, externalId } : undefined;
}

/** A document's key within its business. A SHA-256 hash in hex, because the parts may have any length. */
export function identityKey(writer: Writer, { platform, externalId }: Identity): string {
  const namespace = 'app' in writer ? ['app', writer.app] : ['source'];
  return createHash('sha256')
    .update(JSON.stringify([...namespace, platform, externalId]))
    .digest('hex');
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Whether the schema accepts this value in an identity: a non-empty string without NUL characters or lone surrogates.
 */
function isSound(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0') && !LONE_SURROGATE.test(value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;
