import { emit } from 'receipt-reference-server/events/emit.js';
import { FormErrors, requireFound, ID, text } from '../form.js';
import { awaitOutcome } from '../outcome.js';
import { path } from '../paths.js';
import { findBusiness } from '../queries/businesses.js';
import { findEndpoint, mayRead } from '../queries/endpoints.js';
import { testEvent } from '../test-event.js';
import type { DashboardContext, Route } from '../request-context.js';
import { endpointPage } from './endpoint.js';

/** Sends a test event to one endpoint. */
export function testEventRoutes(dashboard: DashboardContext): Route[] {
  const { database, registry, firstDelayMs, wake } = dashboard;
  const send: Route['handle'] = async (context) => {
    const { form, params } = context;
    const endpoint = requireFound(await findEndpoint(database, params.id!), 'endpoint');
    const type = text(form, 'type');
    const businessId = text(form, 'business');
    const errors = new FormErrors();
    errors.require(endpoint.events.includes(type), 'type', 'Choose an event type that the endpoint receives.');
    const readable = ID.test(businessId) && (await mayRead(database, endpoint.id, businessId));
    const business = readable ? await findBusiness(database, businessId) : undefined;
    errors.require(business !== undefined, 'business', 'Choose a business that the endpoint may read.');
    errors.require(endpoint.enabled, 'type', 'The endpoint is paused. Resume it first.');
    if (!business || errors.any) return endpointPage(dashboard, context, errors.problems);
    const event = testEvent(registry, type, business, endpoint.app_id, new Date());
    await database.transaction((tx) => emit(tx, event, firstDelayMs, { endpoint: endpoint.id }));
    wake();
    const outcome = await awaitOutcome(database, endpoint, business.id, event.id);
    return { to: path('endpoints', endpoint.id, 'deliveries', business.id, event.id), flash: { text: outcome } };
  };
  return [{ method: 'POST', path: '/endpoints/:id/test-events', handle: send }];
}
