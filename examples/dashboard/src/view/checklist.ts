import { path } from '../paths.js';
import type { Activity, Counts } from '../queries/overview.js';
import { html, type Html } from './html.js';
import { status } from './parts.js';

/** Whether there is nothing to draw yet: no attempt of the last day, and no transaction or no endpoint at all. */
export function isStarting({ transactions, endpoints }: Counts, { hours }: Activity): boolean {
  const attempted = hours.some(({ delivered, failed }) => delivered + failed > 0);
  return !attempted && (transactions === 0 || endpoints === 0);
}

/** The steps until a receipt is delivered, and which of them are done. */
export function checklist(counts: Counts, { hours }: Activity): Html {
  const steps: readonly (readonly [boolean, Html])[] = [
    [counts.businesses > 0, html`<a href="${path('businesses')}">A business</a>: load one with FIXTURES`],
    [counts.apps > 0, html`<a href="${path('apps')}">An app</a> that writes or reads for it`],
    [
      counts.transactions > 0,
      html`A first receipt: grant the app access on the page of the business, then
        <a href="/docs">write one with its token</a>`,
    ],
    [counts.endpoints > 0, html`<a href="${path('endpoints', 'new')}">Add a webhook endpoint</a>`],
    [
      hours.some(({ delivered }) => delivered > 0),
      html`A first delivery: send a test event on the page of the endpoint`,
    ],
  ];
  return html`<section aria-labelledby="start">
    <h2 id="start">To begin with</h2>
    <ol class="checklist">
      ${steps.map(([done, text]) => html`<li>${done ? status('good', 'Done') : status('idle', 'To do')} ${text}</li>`)}
    </ol>
  </section>`;
}
