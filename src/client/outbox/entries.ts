import type { Transaction } from '../../document/written-types.js';
import type { Conflict, Refused } from '../outcome.js';
import type { OutboxRecord } from './store.js';

/** A document in the outbox. */
export type Entry = {
  readonly id: string;
  chain: Chain;
  /** Absent once stored. */
  document?: Transaction | undefined;
  key?: string | undefined;
  /**
   * The id of the entry that the document corrects; absent once the document contains the id of that entry's
   * transaction.
   */
  original?: string | undefined;
  transactionId?: string | undefined;
  answer?: Refused | Conflict | undefined;
};

/** A sale and its corrections. */
export type Chain = {
  /** The id of its first entry, or of the transaction that its entries correct. */
  readonly name: string;
  /** Entries that the service has not stored yet, in order. */
  pending: Entry[];
};

/** The state of the outbox. It follows from the records alone, so that a restart changes nothing. */
export class Entries {
  readonly byId = new Map<string, Entry>();
  /** Keyed by entry ids and transaction ids. */
  readonly #chains = new Map<string, Chain>();

  constructor(records: Iterable<OutboxRecord> = []) {
    for (const record of records) this.apply(record);
  }

  apply(record: OutboxRecord): void {
    const { event, id } = record;
    const entry = this.byId.get(id);
    if (event === 'added') {
      const { document, key, original } = record;
      const added = { id, chain: this.#chainOf(original ?? originalOf(document) ?? id), document, key, original };
      this.#chains.set(id, added.chain);
      this.byId.set(id, added);
      added.chain.pending.push(added);
    } else if (event === 'stored') {
      this.#store(entry ?? { id, chain: this.#chainOf(record.chain ?? id) }, record.transactionId);
    } else if (!entry) {
      throw new Error(`a record for an unknown entry: ${event}`);
    } else if (event === 'linked') {
      entry.document = linked(entry.document!, record.originalTransactionId);
      entry.key = record.key;
      entry.original = undefined;
    } else if (event === 'quarantined') {
      entry.answer = record.answer;
    } else if (event === 'replaced') {
      const { document, key, original } = record;
      Object.assign(entry, { document, key, original, answer: undefined });
      const named = original ?? originalOf(document);
      if (named !== undefined) this.#join(this.#chainOf(named), entry.chain);
    } else if (event === 'dropped') {
      this.byId.delete(id);
      this.#leave(entry);
    } else {
      throw new Error('a record with an unknown event');
    }
  }

  /** The smallest set of records that produces the current state. */
  *records(): Iterable<OutboxRecord> {
    for (const { id, chain, document, key, original, transactionId, answer } of this.byId.values()) {
      if (transactionId !== undefined) {
        yield { event: 'stored', id, transactionId, ...(chain.name !== id && { chain: chain.name }) };
        continue;
      }
      yield { event: 'added', id, document: document!, key, original };
      if (answer) yield { event: 'quarantined', id, answer };
    }
  }

  /** Whether an entry must wait: it, or an earlier entry in its chain, is quarantined or corrects a dropped entry. */
  isBlocked({ chain, id }: Entry): boolean {
    for (const entry of chain.pending) {
      if (entry.answer || (entry.original !== undefined && !this.byId.has(entry.original))) return true;
      if (entry.id === id) return false;
    }
    return false;
  }

  #chainOf(name: string): Chain {
    let chain = this.#chains.get(name);
    if (!chain) this.#chains.set(name, (chain = { name, pending: [] }));
    return chain;
  }

  #store(entry: Entry, transactionId: string): void {
    const { id, chain } = entry;
    this.byId.set(id, entry);
    this.#leave(entry);
    Object.assign(entry, {
      transactionId,
      document: undefined,
      key: undefined,
      original: undefined,
      answer: undefined,
    });
    this.#chains.set(id, chain);
    const other = this.#chains.get(transactionId);
    this.#chains.set(transactionId, chain);
    // Adds the corrections that referred to the transaction id before the outbox knew which sale has that id.
    if (other) this.#join(chain, other);
  }

  /** Appends the entries of `other` to `chain`. */
  #join(chain: Chain, other: Chain): void {
    if (other === chain) return;
    for (const entry of this.byId.values()) if (entry.chain === other) entry.chain = chain;
    chain.pending.push(...other.pending.splice(0));
    for (const [name, of] of this.#chains) if (of === other) this.#chains.set(name, chain);
  }

  #leave({ chain, id }: Entry): void {
    chain.pending = chain.pending.filter((entry) => entry.id !== id);
  }
}

/** The id of the sale that a document corrects; undefined if the document states none. */
export function originalOf(document: Transaction): string | undefined {
  // In schema 2.1, `none` means that the original has no id.
  const id = document.linkedTransaction?.originalTransactionId;
  return typeof id === 'string' && id !== '' && id !== 'none' ? id : undefined;
}

/** A copy of the document that refers to the id of its original. */
export function linked(document: Transaction, originalTransactionId: string): Transaction {
  const linkedTransaction = { ...document.linkedTransaction, originalTransactionId };
  return { ...document, linkedTransaction };
}
