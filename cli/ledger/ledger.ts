import { createHash } from 'node:crypto';
import type { Issue, Shop, StoredTransaction, Transaction } from '../../src/index.js';
import { refundableBalance } from '../../src/complete/index.js';
import { readReceiptExtra } from '../../src/complete/receipt-extra.js';
import type { LineColumn } from '../text-places.js';
import { DayBook, type DayTotals } from './day-totals.js';
import { numberIn, SeriesBook } from './series.js';

/** An inconsistency between documents, with the position of one of them. */
export interface LedgerIssue extends Partial<LineColumn> {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly source?: string;
  /** Index of the document in its source, from 0. */
  readonly index?: number;
  readonly field?: string;
  readonly found?: unknown;
  readonly expected?: unknown;
}

/** The position of a document in the input. */
export interface DocumentPlace extends LineColumn {
  readonly source: string;
  readonly index: number;
}

/** A valid document. */
export interface LedgerDocument {
  /** The value as read: with its id, if it is a stored document. */
  readonly value: unknown;
  readonly document: Transaction;
  /** The JSON text that `value` was parsed from. */
  readonly text: string;
  readonly shop: Shop;
  readonly place: DocumentPlace;
}

/**
 * A document that corrections may refer to. Kept as bytes, because a string may be a slice that keeps a whole chunk of
 * the input in memory.
 */
interface Kept {
  /** The JSON text in UTF-8. */
  readonly json: Buffer;
  readonly shop: Shop;
  readonly place: DocumentPlace;
  /** Digest of the document's content, the same for equal copies. Absent until the first comparison. */
  content?: string;
}

/** A document kept in the first pass, with the keys of the groups it may belong to. */
interface Held extends Kept {
  readonly original: string | undefined;
  readonly sales: readonly string[];
}

/** The first document with an identity or, if it was not kept, only its digest and position. */
type First = Kept | { readonly content: string; readonly place: DocumentPlace };

interface Group {
  readonly corrections: Kept[];
  readonly sales: Kept[];
}

const NO_ID = 'none';
/** The maximum size of the documents kept in the first pass. The second pass rereads all other documents. */
const MAX_HELD_BYTES = 24 * 1024 * 1024;

export interface LedgerOptions {
  /** Path of the field of a sale that contains the id its corrections refer to. */
  readonly originalField: readonly string[] | undefined;
  readonly dayTotals: boolean;
  readonly byStore: boolean;
}

/**
 * Checks documents against each other. The first pass reads every document and keeps as many as fit in memory. The
 * second pass rereads the other documents, and keeps those that a correction refers to.
 */
export class Ledger {
  readonly issues: LedgerIssue[] = [];
  documents = 0;
  private readonly identities = new Map<string, First>();
  private readonly held: Held[] = [];
  private heldBytes = 0;
  private readonly series = new SeriesBook();
  private readonly places: DocumentPlace[] = [];
  private readonly days: DayBook | undefined;
  private readonly stores: DayBook | undefined;
  private readonly groups = new Map<string, Group>();
  private totals: DayTotals[] | undefined;

  constructor(private readonly options: LedgerOptions) {
    this.days = options.dayTotals ? new DayBook(true) : undefined;
    this.stores = options.byStore ? new DayBook(false) : undefined;
  }

  /** Whether any correction refers to a sale. If not, the second pass is not needed. */
  get hasCorrections(): boolean {
    return this.groups.size > 0;
  }

  invalid(place: DocumentPlace, message: string): void {
    this.issues.push({ code: 'document_invalid', severity: 'error', message, ...place });
  }

  /**
   * Handles a document in the first pass.
   *
   * @param mustHold whether to keep the document whatever its size, because the source cannot be read again
   * @returns whether the document has to be read again if there are corrections
   */
  add({ value, document, text, shop, place }: LedgerDocument, mustHold: boolean): boolean {
    this.documents++;
    const original = originalKeyOf(value, document);
    const sales = this.saleKeysOf(value, document);
    const isHeld = mustHold || this.heldBytes + text.length <= MAX_HELD_BYTES;
    const held = isHeld ? { json: Buffer.from(text), shop, place, original, sales } : undefined;
    const isKnown = this.identify(document, held ?? { content: contentOf(value), place });
    // The totals exclude an equal copy, but include a different document with the same identity.
    if (isKnown === 'equal') return false;
    if (isKnown === undefined) this.number(document, place);
    this.checkTenders(document, place);
    this.days?.add(document);
    this.stores?.add(document);
    if (original !== undefined && !this.groups.has(original)) this.groups.set(original, { corrections: [], sales: [] });
    if (held === undefined) return true;
    this.heldBytes += held.json.length;
    this.held.push(held);
    return false;
  }

  /** Between the passes, assigns the kept documents to the groups of a sale and its corrections. */
  keepHeld(): void {
    for (const held of this.held) this.keepIn(held.original, held.sales, held);
    this.held.length = 0;
    this.identities.clear();
  }

  /** Handles a document that the first pass did not keep, in the second pass. */
  keep({ value, document, text, shop, place }: LedgerDocument): void {
    const [original, sales] = [originalKeyOf(value, document), this.saleKeysOf(value, document)];
    if (![original, ...sales].some((key) => key !== undefined && this.groups.has(key))) return;
    this.keepIn(original, sales, { json: Buffer.from(text), shop, place });
  }

  private keepIn(original: string | undefined, sales: readonly string[], kept: Kept): void {
    if (original !== undefined) keepOnce(this.groups.get(original)?.corrections, kept);
    for (const key of sales) keepOnce(this.groups.get(key)?.sales, kept);
  }

  /** Runs the checks that need all the documents. */
  finish(): void {
    for (const [key, group] of [...this.groups].sort(([a], [b]) => (a < b ? -1 : 1))) this.checkCorrections(key, group);
    const { gaps, repeats } = this.series.findings();
    for (const { series, number, document } of repeats) {
      const message = `The number ${number} occurs twice in the series ${series}, with different documents.`;
      this.issues.push({ code: 'series_repeat', severity: 'error', message, ...this.places[document]!, found: number });
    }
    for (const { series, from, to, after } of gaps) {
      const what = from === to ? `The number ${from} is` : `The numbers ${from} to ${to} are`;
      const message = `${what} missing in the series ${series}.`;
      this.issues.push({ code: 'series_gap', severity: 'warning', message, ...this.places[after]!, expected: from });
    }
    for (const { vendor, location, date, currency, difference } of this.dayTotals()) {
      if (difference === 0) continue;
      const store = location === undefined ? vendor : `${vendor}, ${location}`;
      const message = `${store} on ${date!}, ${currency}: turnover − refunded + tax rounding + rounding differs from the sum of all tenders by ${difference}.`;
      this.issues.push({ code: 'tenders_differ', severity: 'error', message, found: difference, expected: 0 });
    }
  }

  /** Called after the first pass, when the totals are final. */
  dayTotals(): DayTotals[] {
    return (this.totals ??= this.days?.all() ?? []);
  }

  storeTotals(): DayTotals[] {
    return this.stores?.all() ?? [];
  }

  /**
   * Reports an earlier document with the same identity. Returns `equal` or `other`, depending on whether the two are
   * equal.
   */
  private identify(document: Transaction, given: First): 'equal' | 'other' | undefined {
    const { vendor, source } = document;
    const identity = keyOf(vendor.id, source.platform, source.externalId);
    const known = this.identities.get(identity);
    if (known === undefined) {
      this.identities.set(identity, given);
      return undefined;
    }
    const isEqual = digestOf(known) === digestOf(given);
    const first = `${known.place.source}:${known.place.line}:${known.place.column}`;
    const message = `The document ${vendor.id}, ${source.platform}, ${source.externalId} first occurs at ${first}: the two ${isEqual ? 'are equal' : 'differ'}.`;
    const field = 'source.externalId';
    this.issues.push({
      code: 'duplicate_identity',
      severity: 'error',
      message,
      ...given.place,
      field,
      found: source.externalId,
    });
    return isEqual ? 'equal' : 'other';
  }

  /** Records the receipt number and the control unit's sequence number. */
  private number(document: Transaction, place: DocumentPlace): void {
    const { vendor, source, receiptNumber, extensions } = document;
    const store = [vendor.id, vendor.locationName, source.platform].filter((part) => part !== undefined).join(', ');
    const ordinal = this.places.length;
    this.places.push(place);
    const parsed = numberIn(receiptNumber);
    if (parsed !== undefined) this.series.add(`${parsed.form} of ${store}`, parsed.number, ordinal);
    for (const [name, fields] of Object.entries(extensions ?? {})) {
      const { sequenceNumber, controlUnitId } = Object(fields) as { sequenceNumber?: unknown; controlUnitId?: unknown };
      if (!Number.isSafeInteger(sequenceNumber)) continue;
      const unit = typeof controlUnitId === 'string' ? ` ${controlUnitId}` : '';
      this.series.add(`extensions.${name}.sequenceNumber${unit} of ${store}`, sequenceNumber as number, ordinal);
    }
  }

  private checkTenders(document: Transaction, place: DocumentPlace): void {
    const tenders = readReceiptExtra(document)?.tenders;
    if (tenders === undefined) return;
    const found = tenders.reduce((sum, { amount }) => sum + amount, 0);
    const { total } = document.totals;
    if (found === total) return;
    const field = 'metadata.receiptExtra.tenders';
    const message = `${field} add up to ${found}, but totals.total is ${total}.`;
    this.issues.push({ code: 'tenders_differ', severity: 'error', message, ...place, field, found, expected: total });
  }

  /** The keys that a correction can use to refer to the sale. */
  private saleKeysOf(value: unknown, { type, vendor, receiptNumber }: Transaction): string[] {
    if (type !== 'sale' && type !== 'exchange') return [];
    const { id } = value as { id?: unknown };
    const own = this.options.originalField?.reduce<unknown>(
      (at, step) => (Object(at) as Readonly<Record<string, unknown>>)[step],
      value,
    );
    const keys = [receiptKey(vendor.id, receiptNumber)];
    for (const each of id === own ? [id] : [id, own]) if (typeof each === 'string') keys.push(idKey(each));
    return keys;
  }

  private checkCorrections(key: string, { sales, corrections }: Group): void {
    const inOrder = corrections
      .map(({ json, place }) => ({ document: parsed(json), place }))
      .sort((a, b) => Date.parse(a.document.timestamp) - Date.parse(b.document.timestamp));
    const [sale] = [...sales].sort((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1));
    const named = key.slice(key.indexOf(' ') + 1);
    if (sale === undefined) {
      for (const { place } of inOrder) {
        const field = 'linkedTransaction.originalTransactionId';
        const message = `${field} is ${named}: no document has that id.`;
        this.issues.push({ code: 'original_not_found', severity: 'warning', message, ...place, field, found: named });
      }
      return;
    }
    const written = parsed(sale.json) as Partial<StoredTransaction>;
    const originalTransactionId = written.id ?? named;
    const result = refundableBalance(sale.shop, {
      sale: written as Transaction,
      priorCorrections: inOrder.map(({ document }) => corrected(document, originalTransactionId)),
      originalTransactionId,
    });
    for (const issue of [...result.issues, ...result.warnings])
      this.issues.push(
        placed(issue, issue.path[0] === 'priorCorrections' ? inOrder[Number(issue.path[1])]!.place : sale.place),
      );
  }
}

/** Converts an issue to a ledger issue, with the position of its document. */
function placed({ path, code, severity, message, found, expected, field }: Issue, place: DocumentPlace): LedgerIssue {
  const prefix = path[0] === 'priorCorrections' ? `priorCorrections[${path[1]!}].` : 'sale.';
  const cut = (text: string): string => text.replaceAll(prefix, '');
  return { code, severity, message: cut(message), ...place, field: cut(field), found, expected };
}

/**
 * A copy of the correction with this original id, because it may refer to the sale by a different id or a receipt
 * number.
 */
function corrected(document: Transaction, originalTransactionId: string): Transaction {
  return { ...document, linkedTransaction: { ...document.linkedTransaction, originalTransactionId } };
}

/** The key of the sale that a correction refers to: an id or, if there is none, the receipt number. */
function originalKeyOf(value: unknown, { type, linkedTransaction, vendor }: Transaction): string | undefined {
  if (type === 'sale' || linkedTransaction === undefined) return undefined;
  const { originalTransactionId } = linkedTransaction;
  if (originalTransactionId !== NO_ID) return idKey(originalTransactionId);
  const receiptNumber = readReceiptExtra(value)?.original?.receiptNumber;
  return receiptNumber === undefined ? undefined : receiptKey(vendor.id, receiptNumber);
}

const idKey = (id: string): string => `id ${id}`;
const receiptKey = (vendor: string, receiptNumber: string): string => `receipt ${keyOf(vendor, receiptNumber)}`;

/** Unique for each combination of values, because in valid documents these fields never contain NUL. */
const keyOf = (...texts: readonly string[]): string => texts.join('\0');

/** Keeps equal copies once. */
function keepOnce(list: Kept[] | undefined, kept: Kept): void {
  if (list?.some((other) => digestOf(other) === digestOf(kept)) === false) list.push(kept);
}

const parsed = (json: Buffer): Transaction => JSON.parse(json.toString()) as Transaction;

/** Computed only if two documents have the same identity, because it takes longer than validation. */
const digestOf = (first: First): string =>
  'json' in first ? (first.content ??= contentOf(parsed(first.json))) : first.content;

/** The same for two documents whose JSON differs only in white space and key order. */
const contentOf = (value: unknown): string => createHash('sha1').update(canonical(value)).digest('base64');

/** JSON with the keys of every object sorted. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`;
}
