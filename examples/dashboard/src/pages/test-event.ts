import { addAudit } from 'receipt-reference-server/audit/audit.js';
import { emit } from 'receipt-reference-server/events/emit.js';
import { OPERATOR } from 'receipt-reference-server/credentials/scope.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { FormErrors, requireFound, text } from '../form.js';
import { awaitOutcome } from '../outcome.js';
import { path } from '../paths.js';
import { findBusiness } from 'receipt-reference-server/read-model/businesses.js';
import { findEndpoint, mayRead } from 'receipt-reference-server/read-model/endpoints.js';
import { testEvent } from '../test-event.js';
import type { DashboardContext, Route } from '../request-context.js';
import { audited, settingsPage } from './endpoint-settings.js';
import { replayPath } from './replay.js';

/** Routes for sending a test event to an endpoint. */
export function testEventRoutes(dashboard: DashboardContext): Route[] {
  const { database, registry, firstDelayMs, wake } = dashboard;
  const send: Route['handle'] = async (context) => {
    const { form, params, actor } = context;
    const endpoint = requireFound(await findEndpoint(database, actor.scope, params.id!), 'endpoint');
    const type = text(form, 'type');
    const businessId = text(form, 'business');
    const errors = new FormErrors();
    errors.require(endpoint.events.includes(type), 'type', 'Choose an event type that the endpoint subscribes to.');
    const readable = ID.test(businessId) && (await mayRead(database, endpoint.id, businessId));
    // An app cannot open the business, but its endpoint receives the business's events.
    const business = readable ? await findBusiness(database, OPERATOR, businessId) : undefined;
    errors.require(business !== undefined, 'business', 'Choose a business that the endpoint has access to.');
    errors.require(endpoint.enabled, 'type', 'The endpoint is paused. Resume it first.');
    if (!business || errors.any) return settingsPage(dashboard, context, errors.problems);
    const event = testEvent(registry, type, business, endpoint.app_id, new Date());
    await database.transaction(async (tx) => {
      await emit(tx, event, firstDelayMs, { endpoint: endpoint.id });
      await addAudit(tx, context.actor, audited(endpoint, 'endpoint.tested', `${business.id} ${event.id}`));
    });
    wake();
    const outcome = await awaitOutcome(database, endpoint, business.id, event.id);
    // If the user started the test from the replay page, return to that page.
    if (form.has('since')) return { to: replayPath(endpoint.id, form), flash: { text: outcome } };
    return { to: path('endpoints', endpoint.id, 'deliveries', business.id, event.id), flash: { text: outcome } };
  };
  return [{ method: 'POST', path: '/endpoints/:id/test-events', tenants: ['owner', 'app'], handle: send }];
}
