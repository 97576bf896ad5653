import {
  checkEvents,
  checkUrl,
  EndpointError,
  type EndpointRules,
} from 'receipt-reference-server/endpoints/endpoints.js';
import { text, type FormErrors } from './form.js';

/**
 * Checks the URL and the event types in a form. The server repeats these checks, with the same messages, before it
 * stores an endpoint.
 */
export function checkEndpointForm(form: URLSearchParams, rules: EndpointRules, errors: FormErrors): void {
  reportError(errors, 'url', () => checkUrl(text(form, 'url'), rules));
  reportError(errors, 'events', () => checkEvents(form.getAll('events'), rules));
  errors.require(form.getAll('events').length > 0, 'events', 'Choose at least one event type.');
}

function reportError(errors: FormErrors, field: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    errors.require(false, field, error.message);
  }
}
