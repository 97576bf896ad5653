import { emit } from 'receipt-reference-server/events/emit.js';
import { Faults, found, ID, text } from '../form.js';
import { awaitOutcome } from '../outcome.js';
import { path } from '../paths.js';
import { findBusiness } from '../queries/businesses.js';
import { findEndpoint, mayRead } from '../queries/endpoints.js';
import { testEvent } from '../test-event.js';
import type { DashboardContext, Route } from '../visit.js';
import { endpointPage } from './endpoint.js';

/** Sends a test event to one endpoint. */
export function testEventRoutes(context: DashboardContext): Route[] {
  const { database, registry, firstDelayMs, wake } = context;
  const send: Route['handle'] = async (visit) => {
    const { form, params } = visit;
    const endpoint = found(await findEndpoint(database, params.id!), 'endpoint');
    const type = text(form, 'type');
    const businessId = text(form, 'business');
    const faults = new Faults();
    faults.unless(endpoint.events.includes(type), 'type', 'Choose an event type that the endpoint receives.');
    const readable = ID.test(businessId) && (await mayRead(database, endpoint.id, businessId));
    const business = readable ? await findBusiness(database, businessId) : undefined;
    faults.unless(business !== undefined, 'business', 'Choose a business that the endpoint may read.');
    faults.unless(endpoint.enabled, 'type', 'The endpoint is paused. Resume it first.');
    if (!business || faults.any) return endpointPage(context, visit, faults.problems);
    const event = testEvent(registry, type, business, endpoint.app_id, new Date());
    await database.transaction((tx) => emit(tx, event, firstDelayMs, { endpoint: endpoint.id }));
    wake();
    const outcome = await awaitOutcome(database, endpoint, business.id, event.id);
    return { to: path('endpoints', endpoint.id, 'deliveries', business.id, event.id), flash: { text: outcome } };
  };
  return [{ method: 'POST', path: '/endpoints/:id/test-events', handle: send }];
}
