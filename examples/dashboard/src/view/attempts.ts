import type { AttemptRow } from 'receipt-reference-server/read-model/delivery.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';
import { count, status } from './parts.js';
import { reasonOf } from './reasons.js';
import { table } from './table.js';
import type { Time } from './time.js';

/** Renders attempts, newest first. Consecutive attempts with the same result share a row. */
export function attemptTable(context: RequestContext, url: string, attempts: readonly AttemptRow[]): Html {
  const columns = ['Attempt', 'Time', 'Result', 'Duration', 'Address', 'Start of response'];
  const at = context.times.column();
  const rows = folded(attempts).map((group) => toRow(at, url, group));
  return table('Attempts, newest first', columns, rows, 'No attempt has ended yet.');
}

/** Groups consecutive attempts that belong to the same round and have the same result. */
export function folded(attempts: readonly AttemptRow[]): AttemptRow[][] {
  const groups: AttemptRow[][] = [];
  for (const attempt of attempts) {
    const last = groups.at(-1);
    if (last && endsAlike(last[0]!, attempt)) last.push(attempt);
    else groups.push([attempt]);
  }
  return groups;
}

/** The number of characters of each response to compare. Only the beginning of some responses is stored. */
const BEGINNING = 256;

function endsAlike(a: AttemptRow, b: AttemptRow): boolean {
  const same = (['round', 'status', 'error_class', 'address'] as const).every((name) => a[name] === b[name]);
  return same && a.answer?.slice(0, BEGINNING) === b.answer?.slice(0, BEGINNING);
}

function toRow(at: Time, url: string, group: readonly AttemptRow[]): Renderable[] {
  const [newest, oldest] = [group[0]!, group.at(-1)!];
  const { round, status: code, error_class: errorClass, address, answer } = newest;
  const several = group.length > 1;
  const { what } = reasonOf({ url, status: code, errorClass, address });
  const took = group.map(({ duration_ms: milliseconds }) => milliseconds);
  const [least, most] = [count(Math.min(...took)), count(Math.max(...took))];
  const result = errorClass === null ? status('good', 'Delivered') : status('bad', 'Failed');
  return [
    several
      ? html`Round ${round}, attempts ${oldest.attempt} to ${newest.attempt}
          <span class="hint">${group.length} with the same result</span>`
      : `Round ${round}, attempt ${newest.attempt}`,
    several ? html`${at(oldest.at)} to ${at(newest.at)}` : at(newest.at),
    html`${result} ${what} ${errorClass !== null && html`<code class="id">${errorClass}</code>`}`,
    html`<span class="number">${least === most ? most : `${least} to ${most}`} ms</span>`,
    address ?? '–',
    answer === null || answer === '' ? '–' : html`<code class="answer">${answer}</code>`,
  ];
}
