/** The fields that identify the document in a rejected request. */
export interface WriteIdentity {
  readonly id: string;
  readonly businessId: string;
  readonly appId: string;
  readonly receiptNumber: string | null;
  readonly externalId: string | null;
}

/**
 * The first of these columns that has a value identifies a document within one app and one business. A request with
 * neither an external id nor a receipt number counts as the only request for its document.
 */
const COLUMNS = ['external_id', 'receipt_number', 'id'] as const;

/** SQL expressions whose values are equal for all requests in which an app tried to write the same document. */
export const SAME_WRITE = `business_id, app_id, coalesce(${COLUMNS.map((column) => `'${column} ' || ${column}`).join(', ')})`;

function identifierOf({ externalId, receiptNumber, id }: WriteIdentity): readonly [place: number, value: string] {
  const values = [externalId, receiptNumber, id];
  const place = values.findIndex((value) => value !== null);
  return [place, values[place]!];
}

/** Like SAME_WRITE, but as a string, for requests that have been read. */
export function writeKey(request: WriteIdentity): string {
  const [place, value] = identifierOf(request);
  return JSON.stringify([request.businessId, request.appId, COLUMNS[place], value]);
}

/**
 * The SQL condition that a row `r` is a request for the same document as this one.
 *
 * @param parameter adds a value, and returns its placeholder
 */
export function sameWriteAs(request: WriteIdentity, parameter: (value: string) => string): string {
  const [place, value] = identifierOf(request);
  const absent = COLUMNS.slice(0, place).map((column) => ` AND r.${column} IS NULL`);
  return `r.business_id = ${parameter(request.businessId)} AND r.app_id = ${parameter(request.appId)}
    AND r.${COLUMNS[place]!} = ${parameter(value)}${absent.join('')}`;
}
