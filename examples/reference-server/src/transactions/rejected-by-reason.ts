import { fieldName } from '../counters/counted.js';
import type { ReasonKind } from '../counters/rejections.js';
import type { Scope } from '../credentials/scope.js';
import type { Parameter, Queryable, Row } from '../database/database.js';
import type { StoredIssue } from './rejected-requests.js';

/** A rejected request, with its body if the body is kept. */
export interface KeptRejection {
  readonly id: string;
  readonly businessId: string;
  readonly appId: string;
  readonly at: Date;
  readonly code: string;
  readonly issues: readonly StoredIssue[];
  readonly receiptNumber: string | null;
  readonly externalId: string | null;
  readonly body: string | null;
}

/** The maximum number of rows to search, newest first. */
const SCANNED = 2_000;

/**
 * Finds the newest stored requests that were rejected for a reason, up to a limit.
 *
 * @param businessIds the businesses that an owner's session may read; ignored for other scopes
 */
export async function findRejectedFor(
  database: Queryable,
  { scope, businessIds = [] }: { readonly scope: Scope; readonly businessIds?: readonly string[] },
  { kind, name }: { readonly kind: ReasonKind; readonly name: string },
  limit: number,
): Promise<KeptRejection[]> {
  const parameters: Parameter[] = [];
  const parameter = (value: Parameter) => `$${parameters.push(value)}`;
  const conditions = ['true'];
  if (scope.kind === 'app') conditions.push(`app_id = ${parameter(scope.appId)}`);
  if (scope.kind === 'owner') conditions.push(`business_id = ANY(${parameter(businessIds)}::text[])`);
  if (kind === 'app') conditions.push(`app_id = ${parameter(name)}`);
  const rows = await database.query<Row & Omit<KeptRejection, 'issues' | 'body'> & { issues: string }>(
    `SELECT id, business_id AS "businessId", app_id AS "appId", at, code, issues, receipt_number AS "receiptNumber",
       external_id AS "externalId"
     FROM refused_writes WHERE ${conditions.join(' AND ')} ORDER BY at DESC LIMIT ${SCANNED}`,
    parameters,
  );
  const found = rows
    .map((row) => ({ ...row, issues: JSON.parse(row.issues) as StoredIssue[] }))
    .filter(({ issues }) => kind === 'app' || issues.some((issue) => isFor(issue, kind, name)))
    .slice(0, limit);
  const bodies = await database.query<Row & { business_id: string; id: string; body: string }>(
    `SELECT r.business_id, r.id, r.body FROM unnest($1::text[], $2::text[]) AS k (business_id, id)
       JOIN refused_writes r ON r.business_id = k.business_id AND r.id = k.id WHERE r.body IS NOT NULL`,
    [found.map(({ businessId }) => businessId), found.map(({ id }) => id)],
  );
  const byId = new Map(bodies.map(({ id, body }) => [id, body]));
  return found.map((row) => ({ ...row, body: byId.get(row.id) ?? null }));
}

/** Whether an issue has the given rule, code or field; false for the kind `app`. */
export function isFor({ field, code, rule }: StoredIssue, kind: ReasonKind, name: string): boolean {
  switch (kind) {
    case 'rule':
      return rule === name;
    case 'code':
      return code === name;
    case 'field':
      return fieldName(field) === name;
    case 'app':
      return false;
  }
}
