import {
  REASON_KINDS,
  type ReasonKind,
  type RejectionCount,
  type Rejections,
  type Whose,
} from 'receipt-reference-server/counters/rejections.js';
import type { Pattern } from '../rejection-patterns.js';
import type { RuleTitles } from '../rule-titles.js';
import type { RequestContext } from '../request-context.js';
import { path, withQuery } from '../paths.js';
import { html, type Html, type Renderable } from './html.js';
import { localeOf, money } from './money.js';
import { count, filters, identifier } from './parts.js';
import { table } from './table.js';

/** The maximum number of reasons of each kind. */
const MAX_SHOWN = 20;

/** The periods to choose from, in hours. */
export const RANGES = { '24h': 24, '7d': 168, '30d': 720 } as const;
export type Range = keyof typeof RANGES;

const RANGE_NAMES: Readonly<Record<Range, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };
const KIND_NAMES: Readonly<Record<ReasonKind, string>> = { rule: 'Rule', app: 'App', field: 'Field', code: 'Problem' };

/** Renders links to the same page for other periods. */
export function rangeLinks(to: (range: Range) => string, current: Range): Html {
  const links = (Object.keys(RANGES) as Range[]).map(
    (range) => [RANGE_NAMES[range], to(range), range === current] as const,
  );
  return filters('Period', links);
}

/** The path of the page about a reason. */
export function reasonPath({ kind, name }: Pick<RejectionCount, 'kind' | 'name'>, range?: Range): string {
  return withQuery(path('rejected-requests', 'reason'), { kind, name, range });
}

/** The data that `reasonName` needs to look up display names. */
export interface ReasonNames {
  readonly titles: RuleTitles;
  /** The country of the documents, if all have the same country. */
  readonly country?: string;
  /** The names of apps, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The display name of a reason. */
export function reasonName(
  { kind, name }: Pick<RejectionCount, 'kind' | 'name'>,
  { titles, country, names }: ReasonNames,
): string {
  switch (kind) {
    case 'rule':
      return titles(name, country) ?? name;
    case 'app':
      return names.get(name) ?? name;
    case 'field':
      return name === '' ? 'the document' : name;
    case 'code':
      return name;
  }
}

/** Shows how many writes were rejected in a period. @param now Unix time in milliseconds */
export function rejectedHead(
  context: RequestContext,
  { rejected, written }: Pick<Rejections, 'rejected' | 'written'>,
  range: Range,
  now: number,
): Html {
  const from = context.time(new Date(now - RANGES[range] * 3_600_000));
  if (rejected === 0) return html`<p class="none">No requests have been rejected since ${from}.</p>`;
  return html`<p>
    <strong>${count(rejected)} of ${count(written)}</strong> writes rejected (${share(rejected, written)}) from ${from}
    to ${context.time(new Date(now))}.
  </p>`;
}

/** Renders the reasons of each kind, most frequent first. A request counts once for each of its problems. */
export function reasonTables(
  context: RequestContext,
  { rejected, reasons }: Rejections,
  about: ReasonNames & {
    readonly range: Range;
    /**
     * Apps and businesses by reason, such as `rule:tax-rates`. Undefined for tenants, who must not see these figures.
     */
    readonly whose?: ReadonlyMap<string, Whose>;
  },
): Html[] {
  const { range } = about;
  return REASON_KINDS.map((kind) => {
    const whose = kind === 'app' ? undefined : about.whose;
    const shown = reasons.filter((reason) => reason.kind === kind).slice(0, MAX_SHOWN);
    const [first, last] = [context.times.column(), context.times.column()];
    const rows = shown.map((reason): Renderable[] => {
      const of = whose?.get(`${reason.kind}:${reason.name}`);
      const name = reasonName(reason, about);
      return [
        html`<a href="${reasonPath(reason, range)}">${name}</a>
          ${name !== reason.name && reason.name !== '' && identifier(reason.name)}`,
        html`<span class="number">${count(reason.rejected)}</span>`,
        share(reason.rejected, rejected),
        ...(whose ? [of ? count(of.apps.length) : '–', of ? count(of.businesses.length) : '–'] : []),
        first(reason.first),
        last(reason.last),
        trend(reason),
      ];
    });
    const columns = ['Requests', 'Share', ...(whose ? ['Apps', 'Businesses'] : []), 'First hour', 'Last hour', 'Trend'];
    return html`<section aria-labelledby="by-${kind}">
      <h2 id="by-${kind}">By ${KIND_NAMES[kind].toLowerCase()}</h2>
      ${table(`${KIND_NAMES[kind]}s, most frequent first`, [KIND_NAMES[kind], ...columns], rows, 'None.', { compact: true })}
    </section>`;
  });
}

/** Compares the number of requests in the first half of the period with the number in the second half. */
export function trend({ rejected, later }: Pick<RejectionCount, 'rejected' | 'later'>): Html {
  const earlier = rejected - later;
  const word = earlier === 0 ? 'new' : later > 1.2 * earlier ? 'rising' : later < 0.8 * earlier ? 'falling' : 'steady';
  return html`${word} <span class="hint together">${count(earlier)} → ${count(later)}</span>`;
}

/** Renders the differences that several documents have in common. */
export function patternList(
  context: RequestContext,
  patterns: readonly Pattern[],
  names: ReadonlyMap<string, string>,
): Html | null {
  if (patterns.length === 0) return null;
  return html`<ul>
    ${patterns.map(
      ({ field, difference, currency, appId, documents, since }) =>
        html`<li>
          <code>${field}</code> off by
          <strong>${currency === undefined ? difference : money(difference, currency, localeOf(''))}</strong>:
          ${count(documents)} documents from ${names.get(appId) ?? appId} since ${context.time(since)}
        </li>`,
    )}
  </ul>`;
}

/** Formats a share as a percentage, such as `0.4 %` or `62 %`. */
export function share(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  return percent > 0 && percent < 1 ? `${Math.max(0.1, Math.round(10 * percent) / 10)} %` : `${Math.round(percent)} %`;
}
