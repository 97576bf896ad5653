import {
  findDocuments,
  findEvents,
  findRejected,
  MAX_SEARCHED,
  searchableBusinesses,
  type Found,
  type FoundRejected,
} from 'receipt-reference-server/transactions/find.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { path } from '../paths.js';
import {
  findBusiness,
  findBusinessesByName,
  type NamedBusiness,
} from 'receipt-reference-server/read-model/businesses.js';
import { listDeliveriesOf } from 'receipt-reference-server/read-model/deliveries.js';
import { findEndpoint } from 'receipt-reference-server/read-model/endpoints.js';
import { findStored } from 'receipt-reference-server/read-model/transactions.js';
import { tenantOf, type DashboardContext, type RequestContext, type Route } from '../request-context.js';
import { html, type Renderable } from '../view/html.js';
import { count, identifier } from '../view/parts.js';
import { table } from '../view/table.js';

/** The maximum number of results of each kind. */
const MAX_FOUND = 25;

/** The maximum number of SQL statements, each of which searches up to MAX_SEARCHED businesses. */
const MAX_BATCHES = 20;

/** A search result. */
interface Hit {
  readonly kind: Renderable;
  readonly name: string;
  readonly of: string;
  readonly to: string | undefined;
}

const businessHit = ({ id, name }: NamedBusiness): Hit => ({
  kind: 'Business',
  name,
  of: id,
  to: path('businesses', id),
});

/** Routes for searching everything that the session can access, by number, id or business name. Exact matches only. */
export function findRoutes({ database }: DashboardContext): Route[] {
  const find: Route['handle'] = async (context) => {
    const sought = context.query.get('q')?.trim() ?? '';
    const hits = sought === '' ? [] : await hitsOf(context, sought);
    const [only] = hits;
    if (hits.length === 1 && only!.to !== undefined) return { to: only!.to };
    const rows = hits.map(({ kind, name, of, to }) => [
      to === undefined ? html`${name}` : html`<a href="${to}">${name}</a>`,
      kind,
      of === '' ? '–' : identifier(of),
    ]);
    const body = html`<h1>Search</h1>
      ${
        sought === ''
          ? html`<p class="none">
              Enter a receipt number, an external id, the name of a business, or the id of a transaction, event,
              endpoint or business.
            </p>`
          : html`<p>
              ${hits.length === 0 ? html`No exact match for <code>${sought}</code>.` : `${count(hits.length)} found`}
            </p>`
      }
      ${hits.length > 0 && table('Search results', ['Name', 'Kind', 'Business'], rows, '')}
      <p class="hint">
        Finds exact matches only: up to ${MAX_FOUND} of each kind; receipts and events in up to
        ${count(MAX_SEARCHED * MAX_BATCHES)} businesses.
      </p>`;
    return { title: 'Search', body };
  };

  async function hitsOf(context: RequestContext, sought: string): Promise<Hit[]> {
    const { scope } = context.actor;
    const documents: Found[] = [];
    const events: Found[] = [];
    const rejected: FoundRejected[] = [];
    // Finds no businesses for developers, who cannot open business pages.
    const named = await findBusinessesByName(database, scope, sought, MAX_FOUND);
    let businessIds: string[] = [];
    let batches = 0;
    do {
      businessIds = await searchableBusinesses(database, scope, businessIds.at(-1));
      documents.push(...(await findDocuments(database, businessIds, sought, MAX_FOUND)));
      if (ID.test(sought)) events.push(...(await findEvents(database, businessIds, sought)));
      // For an owner, search the businesses in this batch. For any other session, one query covers all rejected
      // requests.
      if (scope.kind === 'owner' || batches === 0) {
        rejected.push(...(await findRejected(database, { scope, businessIds }, sought, MAX_FOUND)));
      }
      batches += 1;
    } while (businessIds.length === MAX_SEARCHED && batches < MAX_BATCHES && documents.length < MAX_FOUND);
    const hits: Hit[] = [];
    for (const one of documents) hits.push(...(await documentHits(context, one, sought)));
    for (const { businessId, id } of events) hits.push(...(await deliveryHits(context, businessId, id)));
    const at = context.times.column();
    for (const { businessId, id, at: last, times } of rejected) {
      // Developers cannot open business pages.
      const to = tenantOf(context) === 'app' ? undefined : path('businesses', businessId, 'rejected-requests', id);
      const kind = html`Rejected ${times === 1 ? 'request' : `${count(times)} times`}, last at ${at(last)}`;
      hits.push({ kind, name: sought, of: businessId, to });
    }
    const own = await ownHits(context, sought);
    const others = named.filter(({ id }) => id !== sought);
    return [...hits, ...own, ...others.map(businessHit)];
  }

  async function documentHits(context: RequestContext, { businessId, id }: Found, sought: string): Promise<Hit[]> {
    const stored = await findStored(database, businessId, id);
    if (!stored) return [];
    const { receiptNumber, source } = stored.transaction;
    // Search keys are truncated, so a document can match even if only the beginning of its number is the same.
    if (![id, receiptNumber, source.externalId].some((text) => text === sought || text.trim() === sought)) return [];
    if (tenantOf(context) === 'app')
      return stored.eventId === null ? [] : deliveryHits(context, businessId, stored.eventId);
    const to = path('businesses', businessId, 'transactions', id);
    return [{ kind: 'Receipt', name: receiptNumber, of: businessId, to }];
  }

  /** Finds an event's deliveries to endpoints that the session can access. */
  async function deliveryHits(context: RequestContext, businessId: string, eventId: string): Promise<Hit[]> {
    const deliveries = await listDeliveriesOf(database, context.actor.scope, businessId, eventId, MAX_FOUND);
    return deliveries.map(({ endpoint_id: endpoint, url }) => ({
      kind: 'Delivery',
      name: url,
      of: businessId,
      to: path('endpoints', endpoint, 'deliveries', businessId, eventId),
    }));
  }

  /** Finds the endpoint or business with an id. */
  async function ownHits({ actor: { scope } }: RequestContext, sought: string): Promise<Hit[]> {
    if (!ID.test(sought)) return [];
    const endpoint = await findEndpoint(database, scope, sought);
    const business = await findBusiness(database, scope, sought);
    return [
      ...(endpoint ? [{ kind: 'Endpoint', name: endpoint.url, of: '', to: path('endpoints', endpoint.id) }] : []),
      ...(business ? [businessHit({ id: business.id, name: business.vendor.name })] : []),
    ];
  }

  return [{ method: 'GET', path: '/search', tenants: ['owner', 'business', 'app'], handle: find }];
}
