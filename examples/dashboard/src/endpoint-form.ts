import {
  checkEvents,
  checkUrl,
  EndpointError,
  type EndpointRules,
} from 'receipt-reference-server/endpoints/endpoints.js';
import { text, type Faults } from './form.js';

/**
 * Reports what is wrong with the URL and the event types of a form. The same checks run again, with the same messages,
 * when they are stored.
 */
export function checkEndpointForm(form: URLSearchParams, rules: EndpointRules, faults: Faults): void {
  noteFault(faults, 'url', () => checkUrl(text(form, 'url'), rules));
  noteFault(faults, 'events', () => checkEvents(form.getAll('events'), rules));
  faults.unless(form.getAll('events').length > 0, 'events', 'Choose at least one event type.');
}

function noteFault(faults: Faults, field: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    faults.unless(false, field, error.message);
  }
}
