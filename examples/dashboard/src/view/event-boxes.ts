import type { EventType } from 'receipt-reference-server/events/event-types.js';
import type { Problems } from '../request-context.js';
import { checkboxes } from './fields.js';
import type { Html } from './html.js';

/** Renders checkboxes for event types, each with a description of when the event is sent. */
export function eventBoxes(offered: readonly EventType[], chosen: readonly string[], problems?: Problems): Html {
  const options = offered.map(({ type, summary }) => ({ value: type, label: type, hint: summary }));
  return checkboxes({ name: 'events', label: 'Event types', options, chosen, problems });
}
