import { path } from '../paths.js';
import type { Activity } from 'receipt-reference-server/read-model/counters.js';
import type { Counts } from 'receipt-reference-server/read-model/overview.js';
import { html, type Html } from './html.js';
import { status } from './parts.js';

/**
 * Whether to show the checklist: true if there are no attempts in the last 24 hours, and no transactions or no
 * endpoints yet.
 */
export function isStarting({ started, endpoints }: Counts, { delivered, failed }: Activity): boolean {
  return delivered + failed === 0 && (!started || endpoints === 0);
}

/** Renders the steps that lead to the first delivered receipt, and marks the completed steps. */
export function checklist(counts: Counts, { delivered }: Activity): Html {
  const steps: readonly (readonly [boolean, Html])[] = [
    [counts.businesses > 0, html`<a href="${path('businesses')}">Add a business</a>: load one with FIXTURES`],
    [counts.apps > 0, html`<a href="${path('apps')}">Add an app</a> that reads or writes its receipts`],
    [
      counts.started,
      html`Write a receipt: grant the app access on the business’s page, then
        <a href="/docs">send a receipt with its token</a>`,
    ],
    [counts.endpoints > 0, html`<a href="${path('endpoints', 'new')}">Add a webhook endpoint</a>`],
    [delivered > 0, html`Deliver an event: send a test event from the endpoint’s page`],
  ];
  return html`<section aria-labelledby="start">
    <h2 id="start">Getting started</h2>
    <ol class="checklist">
      ${steps.map(([done, text]) => html`<li>${done ? status('good', 'Done') : status('idle', 'To do')} ${text}</li>`)}
    </ol>
  </section>`;
}
