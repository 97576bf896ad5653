import { path } from '../paths.js';
import type { Activity, Counts } from '../queries/overview.js';
import { html, type Html } from './html.js';
import { status } from './parts.js';

/** Whether the chart would be empty: no attempt in the last day, and no transaction or no endpoint at all. */
export function isStarting({ transactions, endpoints }: Counts, { hours }: Activity): boolean {
  const attempted = hours.some(({ delivered, failed }) => delivered + failed > 0);
  return !attempted && (transactions === 0 || endpoints === 0);
}

/** The steps to a first delivered receipt, and which ones are done. */
export function checklist(counts: Counts, { hours }: Activity): Html {
  const steps: readonly (readonly [boolean, Html])[] = [
    [counts.businesses > 0, html`<a href="${path('businesses')}">A business</a>: load one with FIXTURES`],
    [counts.apps > 0, html`<a href="${path('apps')}">An app</a> that writes or reads for it`],
    [
      counts.transactions > 0,
      html`A first receipt: grant the app access on the business's page, then
        <a href="/docs">write one with its token</a>`,
    ],
    [counts.endpoints > 0, html`<a href="${path('endpoints', 'new')}">Add a webhook endpoint</a>`],
    [hours.some(({ delivered }) => delivered > 0), html`A first delivery: send a test event from the endpoint's page`],
  ];
  return html`<section aria-labelledby="start">
    <h2 id="start">Getting started</h2>
    <ol class="checklist">
      ${steps.map(([done, text]) => html`<li>${done ? status('good', 'Done') : status('idle', 'To do')} ${text}</li>`)}
    </ol>
  </section>`;
}
