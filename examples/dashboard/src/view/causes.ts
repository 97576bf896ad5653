import type { Cause, Diagnosis, Operation } from 'receipt-rule-packs/diagnose';
import { html, type Html, type Renderable } from './html.js';

const CONFIDENCE = { certain: 'certain', likely: 'likely', choose: 'a choice' } as const;

/** The length, in characters, above which values are truncated. */
const MAX_VALUE = 40;

/** Renders each cause with up to three lines: what is wrong, why, and what to change. */
export function causeList({ causes }: Diagnosis): Html {
  if (causes.length === 0) return html`<p class="none">The document is valid under today's rules.</p>`;
  return html`<ol class="causes">
    ${causes.map(
      (cause) =>
        html`<li>
          <p><strong>${cause.title}</strong> <span class="mark">${CONFIDENCE[cause.confidence]}</span></p>
          ${cause.why !== '' && html`<p class="hint">${cause.why}</p>`} ${repair(cause)}
        </li>`,
    )}
  </ol>`;
}

function repair({ changes, options, lines, confidence }: Cause): Renderable {
  if (confidence === 'choose' && options !== undefined && options.length > 0) {
    return html`<p>One of: ${options.map(({ title }) => title).join('; ')}</p>`;
  }
  const [first] = changes;
  if (first === undefined) return false;
  const others = changes.length - 1;
  return html`<p>
    <code>${fieldOf(first)}</code> ${first.op === 'remove' ? 'omit' : `→ ${valueOf(first)}`}
    ${others > 0 && html`<span class="hint">and ${others} more ${others === 1 ? 'value' : 'values'}${lines > 1 && ` on ${lines} lines`}</span>`}
  </p>`;
}

/** Converts a JSON Pointer to a field path: `/items/0/taxRate` to `items[0].taxRate`. */
function fieldOf({ path }: Operation): string {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const field = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return field.replace(/^\./, '') || 'the document';
}

function valueOf(operation: Exclude<Operation, { op: 'remove' }>): string {
  const text = JSON.stringify(operation.value) ?? '';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
