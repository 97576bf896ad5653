import { createHash } from 'node:crypto';
import type { Issue, Shop, StoredTransaction, Transaction } from '../../src/index.js';
import { refundableBalance } from '../../src/complete/index.js';
import { readReceiptExtra } from '../../src/complete/receipt-extra.js';
import { InputError } from '../input.js';
import type { ByteRange } from '../json-stream/framer.js';
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
  /** The JSON text that `value` was parsed from: its place in the file or, if that cannot be read again, its bytes. */
  readonly stored: ByteRange | Buffer;
  readonly shop: Shop;
  readonly place: DocumentPlace;
}

/** Where a document is, and what it is compared by. The document itself is read again when it is needed. */
interface Entry {
  readonly identity: string;
  readonly stored: ByteRange | Buffer;
  readonly shop: Shop;
  readonly place: DocumentPlace;
  /** The keys that a correction can use to refer to the document; empty if it is not a sale. */
  readonly keys: readonly string[];
  /** Digest of the document's content, the same for equal copies. Absent until the first comparison. */
  content?: string;
}

/** Whether a document is the first with its identity, differs from the first, or equals an earlier one. */
type Standing = 'first' | 'other' | 'copy of first' | 'copy of other';

interface Group {
  readonly corrections: Entry[];
  readonly sales: Entry[];
}

const NO_ID = 'none';

export interface LedgerOptions {
  /** Path of the field of a sale that contains the id its corrections refer to. */
  readonly originalField: readonly string[] | undefined;
  readonly dayTotals: boolean;
  readonly byStore: boolean;
  /** Reads a part of a source again. */
  readonly read: (source: string, range: ByteRange) => string;
}

/** Checks documents against each other. Keeps no documents in memory, but reads sales that have corrections again. */
export class Ledger {
  readonly issues: LedgerIssue[] = [];
  documents = 0;
  /** Messages about files that changed, so that their documents could not be compared. */
  readonly unreadable = new Set<string>();
  /** The first document with each identity. */
  private readonly identities = new Map<string, Entry>();
  /** The digests of the documents that differ from the first with their identity. */
  private readonly others = new Map<string, Set<string>>();
  /** Excludes copies. */
  private readonly sales: Entry[] = [];
  private readonly series = new SeriesBook();
  private readonly places: DocumentPlace[] = [];
  private readonly days: DayBook | undefined;
  private readonly stores: DayBook | undefined;
  /** By the key that the corrections use. */
  private readonly groups = new Map<string, Group>();
  private totals: DayTotals[] | undefined;

  constructor(private readonly options: LedgerOptions) {
    this.days = options.dayTotals ? new DayBook(true) : undefined;
    this.stores = options.byStore ? new DayBook(false) : undefined;
  }

  invalid(place: DocumentPlace, message: string): void {
    this.issues.push({ code: 'document_invalid', severity: 'error', message, ...place });
  }

  add({ value, document, stored, shop, place }: LedgerDocument): void {
    this.documents++;
    const identity = identityOf(document);
    const entry: Entry = { identity, stored, shop, place, keys: this.keysOf(value, document) };
    const standing = this.identify(entry, value, document);
    // The totals exclude a copy of the first document, but include other documents with the same identity.
    if (standing === 'copy of first') return;
    if (standing === 'first') this.number(document, place);
    this.checkTenders(document, place);
    this.days?.add(document);
    this.stores?.add(document);
    // Only the totals include the copies of these other documents.
    if (standing === 'copy of other') return;
    if (entry.keys.length > 0) this.sales.push(entry);
    const original = originalKeyOf(value, document);
    if (original === undefined) return;
    const group = this.groups.get(original);
    if (group === undefined) this.groups.set(original, { corrections: [entry], sales: [] });
    else group.corrections.push(entry);
  }

  /** Runs the checks that need all the documents. */
  finish(): void {
    for (const entry of this.sales) for (const key of entry.keys) this.groups.get(key)?.sales.push(entry);
    // Sorted only afterwards, because documents close to each other are read faster one after the other.
    const found = [...this.groups].map(([key, group]) => ({
      key,
      issues: this.orUnreadable(() => this.checkCorrections(key, group)) ?? [],
    }));
    for (const { issues } of found.sort((a, b) => (a.key < b.key ? -1 : 1))) this.issues.push(...issues);
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

  /** Called after the last document, when the totals are final. */
  dayTotals(): DayTotals[] {
    return (this.totals ??= this.days?.all() ?? []);
  }

  storeTotals(): DayTotals[] {
    return this.stores?.all() ?? [];
  }

  /** Reports an earlier document with the same identity. */
  private identify(given: Entry, value: unknown, { vendor, source }: Transaction): Standing {
    const known = this.identities.get(given.identity);
    if (known === undefined) {
      this.identities.set(given.identity, given);
      return 'first';
    }
    const content = (given.content = contentOf(value));
    const knownContent = this.orUnreadable(() => this.digestOf(known));
    if (knownContent === undefined) return 'other';
    const isEqual = knownContent === content;
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
    if (isEqual) return 'copy of first';
    const others = this.others.get(given.identity);
    if (others?.has(content) === true) return 'copy of other';
    if (others === undefined) this.others.set(given.identity, new Set([content]));
    else others.add(content);
    return 'other';
  }

  /** The result of `read`; undefined if a file has changed, which is recorded. */
  private orUnreadable<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.unreadable.add(error.message);
      return undefined;
    }
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

  /** The keys that a correction can use to refer to a sale. */
  private keysOf(value: unknown, { type, vendor, receiptNumber }: Transaction): string[] {
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

  private checkCorrections(key: string, { sales, corrections }: Group): LedgerIssue[] {
    const inOrder = corrections
      .map((entry) => ({ document: this.readAgain(entry), place: entry.place }))
      .sort((a, b) => Date.parse(a.document.timestamp) - Date.parse(b.document.timestamp));
    const [sale] = [...sales].sort((a, b) => (this.digestOf(a) < this.digestOf(b) ? -1 : 1));
    const named = key.slice(key.indexOf(' ') + 1);
    if (sale === undefined)
      return inOrder.map(({ place }) => {
        const field = 'linkedTransaction.originalTransactionId';
        const message = `${field} is ${named}: no document has that id.`;
        return { code: 'original_not_found', severity: 'warning', message, ...place, field, found: named };
      });
    const written = this.readAgain(sale) as Partial<StoredTransaction>;
    const originalTransactionId = written.id ?? named;
    const { issues, warnings } = refundableBalance(sale.shop, {
      sale: written as Transaction,
      priorCorrections: inOrder.map(({ document }) => corrected(document, originalTransactionId)),
      originalTransactionId,
    });
    return [...issues, ...warnings].map((issue) =>
      placed(issue, issue.path[0] === 'priorCorrections' ? inOrder[Number(issue.path[1])]!.place : sale.place),
    );
  }

  /** Computed only if two documents have the same identity, because it takes longer than validation. */
  private digestOf(entry: Entry): string {
    return (entry.content ??= contentOf(this.readAgain(entry)));
  }

  private readAgain({ identity, stored, place: { source } }: Entry): Transaction {
    try {
      const text = stored instanceof Uint8Array ? stored.toString() : this.options.read(source, stored);
      const document = JSON.parse(text) as Transaction;
      if (identityOf(document) === identity) return document;
    } catch {
      // The text is not JSON, or is not a document.
    }
    throw new InputError('unreadable', `${source} changed while it was being read.`);
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

const identityOf = ({ vendor, source }: Transaction): string => keyOf(vendor.id, source.platform, source.externalId);

/** The same for two documents whose JSON differs only in white space and key order. */
const contentOf = (value: unknown): string => createHash('sha1').update(canonical(value)).digest('base64');

/** JSON with the keys of every object sorted. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`;
}
