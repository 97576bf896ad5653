import { v7 } from 'uuid';
import { scopeName, type Scope } from '../credentials/scope.js';
import type { Queryable, Row } from '../database/database.js';

/** The actions that the audit log records. */
export const AUDITED = [
  'signed_in',
  'endpoint.registered',
  'endpoint.changed',
  'endpoint.paused',
  'endpoint.resumed',
  'endpoint.tested',
  'deliveries.replayed',
  'delivery.redelivered',
  'secret.shown',
  'secret.rotated',
  'access.granted',
  'access.revoked',
  'source.connected',
  'source.disconnected',
  'key.created',
  'key.revoked',
  'app.added',
  'app_token.created',
  'app_token.revoked',
  'documents.deleted',
  'tenant.erased',
] as const;
export type AuditedAction = (typeof AUDITED)[number];

/**
 * The session that performed an action, and its IP address. A session with the admin token does not identify the
 * person.
 */
export interface Actor {
  readonly scope: Scope;
  /** A fingerprint of the session, which does not reveal its id. */
  readonly session: string;
  readonly address: string;
}

/** The actor recorded for commands run from the server's command line. */
export const COMMAND_LINE: Actor = { scope: { kind: 'operator' }, session: 'command', address: 'local' };

/** The actor recorded for a worker's actions, which follow from the operator's settings. */
export const WORKER: Actor = { scope: { kind: 'operator' }, session: 'worker', address: 'local' };

/** An entry to add to the audit log. */
export interface AuditEntry {
  readonly what: AuditedAction;
  /** `endpoint:ID`, `business:ID`, `app:ID`, or `dashboard`. */
  readonly subject: string;
  /** Who may read the entry in addition to the operator: `owner:ID` or `app:ID`. */
  readonly tenant?: string | undefined;
  /** Details of the action, such as a number; never a credential. */
  readonly detail?: string | undefined;
}

/**
 * Adds an entry. Pass the transaction that makes the change, so that the change and its entry are stored together or
 * not at all.
 */
export async function addAudit(database: Queryable, actor: Actor, entry: AuditEntry): Promise<void> {
  const { scope, session, address } = actor;
  const { what, subject, tenant = null, detail = null } = entry;
  await database.query(
    `INSERT INTO audit (id, scope, session, address, what, subject, tenant, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [`aud_${v7()}`, scopeName(scope), session, address, what, subject, tenant, detail],
  );
}

/** An entry as stored. */
export interface AuditRow extends Row {
  readonly id: string;
  readonly at: Date;
  /** `operator`, `owner:ID` or `app:ID`. */
  readonly scope: string;
  readonly session: string;
  readonly address: string;
  readonly what: AuditedAction;
  readonly subject: string;
  readonly detail: string | null;
}

const COLUMNS = 'id, at, scope, session, address, what, subject, detail';

/**
 * Entries that a scope may read, newest first, up to a limit. A personal key that is limited to one business cannot
 * read any entries, because entries name the owner's other businesses.
 *
 * @param before the id of an entry; returns only older entries
 */
export async function listAudit(
  database: Queryable,
  scope: Scope,
  limit: number,
  before?: string,
): Promise<AuditRow[]> {
  if (scope.kind === 'owner' && scope.businessId !== null) return [];
  const parameters: (string | number)[] = [limit];
  const conditions = ['true'];
  if (before !== undefined) conditions.push(`id < $${parameters.push(before)} COLLATE "C"`);
  if (scope.kind !== 'operator') conditions.push(`tenant = $${parameters.push(scopeName(scope))}`);
  return database.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT $1`,
    parameters,
  );
}

/** The newest entry of one kind about a subject; undefined if there is none. */
export async function lastAudited(
  database: Queryable,
  subject: string,
  what: AuditedAction,
): Promise<AuditRow | undefined> {
  return (await lastAuditedOf(database, [subject], what)).get(subject);
}

/** The newest entry of one kind about each of these subjects; a subject without such an entry is absent. */
export async function lastAuditedOf(
  database: Queryable,
  subjects: readonly string[],
  what: AuditedAction,
): Promise<ReadonlyMap<string, AuditRow>> {
  if (subjects.length === 0) return new Map();
  const rows = await database.query<AuditRow>(
    `SELECT last.* FROM unnest($1::text[]) AS k (subject) CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM audit a WHERE a.subject = k.subject AND a.what = $2 ORDER BY id DESC LIMIT 1
     ) last`,
    [subjects, what],
  );
  return new Map(rows.map((row) => [row.subject, row]));
}
