import { createHash } from 'node:crypto';

/** What a document says of whose it is and which. */
export interface Identity {
  readonly vendorId: string;
  readonly platform: string;
  readonly externalId: string;
}

/** Who writes: two apps, or an app and a connected source, never collide. */
export type Writer = { readonly app: string } | { readonly source: true };

/** The identity of a document that may be wrong in any other way; undefined where a part of it is missing or unsound. */
export function readIdentity(document: unknown): Identity | undefined {
  const { vendor, source } = fields(document);
  const { id: vendorId } = fields(vendor);
  const { platform, externalId } = fields(source);
  return isSound(vendorId) && isSound(platform) && isSound(externalId) ? { vendorId, platform, externalId } : undefined;
}

/** The key that a document is known by within its business: SHA-256 in hex, since its parts may be of any length. */
export function identityKey(writer: Writer, { platform, externalId }: Identity): string {
  const namespace = 'app' in writer ? ['app', writer.app] : ['source'];
  return createHash('sha256')
    .update(JSON.stringify([...namespace, platform, externalId]))
    .digest('hex');
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** What the schema takes for such a string: not empty, no NUL, no lone surrogate. */
function isSound(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0') && !LONE_SURROGATE.test(value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;
