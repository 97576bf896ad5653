/**
 * The style sheet for `drawReceipt`, as text for a `<style>` element or a file. On screen and in print, it styles
 * `.receipt` and the elements inside it, and nothing else on the page. It follows the user's light or dark setting,
 * prints black on white, and does not load fonts or images. A page can set its custom properties on `.receipt`: the
 * colours, and `--receipt-inline`, the width of the receipt. To print receipts without the rest of the page, add
 * `receiptPrintStylesheet`.
 */
export const receiptStylesheet = `
.receipt {
  --receipt-paper: #fffefa;
  --receipt-edge: #ddd6c6;
  --receipt-ink: #22211e;
  --receipt-soft: #625d52;
  --receipt-rule: #b5ad9b;
  --receipt-back: #a3191f;
  --receipt-error: #b3141c;
  --receipt-error-tint: #fdeceb;
  --receipt-warning: #7a4d00;
  --receipt-warning-tint: #fdf3dc;
  inline-size: var(--receipt-inline, 340px);
  max-inline-size: 100%;
  container-type: inline-size;
  color: var(--receipt-ink);
  font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  font-variant-numeric: tabular-nums;
  text-align: start;
}
.receipt-noted { inline-size: calc(var(--receipt-inline, 340px) + 34rem); }
.receipt *, .receipt *::before, .receipt *::after { box-sizing: border-box; }
.receipt-body { display: flow-root; }
.receipt-paper, .receipt-edge { inline-size: var(--receipt-inline, 340px); max-inline-size: 100%; }
.receipt-paper { padding-top: 24px; background: var(--receipt-paper); border: solid var(--receipt-edge); border-width: 1px 1px 0; border-radius: 4px 4px 0 0; }
.receipt-paper:has(+ .receipt-edge) { padding-bottom: 12px; }
.receipt-edge {
  height: 7px;
  background:
    linear-gradient(135deg, var(--receipt-paper) 4px, var(--receipt-edge) 4px 5px, transparent 5px) 0 0 / 10px 7px repeat-x,
    linear-gradient(225deg, var(--receipt-paper) 4px, var(--receipt-edge) 4px 5px, transparent 5px) 0 0 / 10px 7px repeat-x;
}
.receipt-part, .receipt-part :is(thead, tbody), .receipt-aside, .receipt-aside > td { display: block; margin: 0; padding: 0; border: 0; }
.receipt-ruled::before { content: ""; display: block; margin: 9px 23px 8px; border-top: 1px dashed var(--receipt-rule); }
.receipt-row { display: grid; grid-template-columns: minmax(0, 1fr); column-gap: 8px; align-items: baseline; margin: 0; padding: 1px 23px; overflow: clip; overflow-wrap: anywhere; }
.receipt-row > * { margin: 0; padding: 0; border: 0; font-weight: inherit; text-align: start; }
.receipt-row > .receipt-right { text-align: end; }
.receipt-columns-1 { grid-template-columns: minmax(10ch, 1fr) minmax(0, auto); }
.receipt-columns-2 { grid-template-columns: minmax(8ch, 1fr) minmax(0, auto) minmax(9ch, auto); }
.receipt-columns-3 { grid-template-columns: minmax(0, 0.7fr) repeat(3, minmax(0, 1fr)); column-gap: 6px; }
.receipt-tight .receipt-columns-3 { grid-template-columns: 9ch 1fr .8fr 1fr; }
.receipt-marked .receipt-columns-1 { grid-template-columns: minmax(10ch, 1fr) minmax(0, auto) var(--receipt-mark); }
.receipt-marked .receipt-columns-2 { grid-template-columns: minmax(5ch, 1fr) minmax(0, auto) minmax(9ch, auto) var(--receipt-mark); }
.receipt-mark-1 { --receipt-mark: 10px; }
.receipt-mark-2 { --receipt-mark: 18px; }
.receipt-mark-3 { --receipt-mark: 26px; }
.receipt-row > .receipt-mark { font-size: 13px; }
.receipt-wide > .receipt-left { grid-column: 1 / -1; }
.receipt-wide > .receipt-left + .receipt-right { grid-column: 2; }
.receipt-name, .receipt-centred, .receipt-title { text-align: center; }
.receipt-row:is(.receipt-name, .receipt-centred, .receipt-title) > * { text-align: center; }
.receipt-name { font-size: 17px; line-height: 1.35; font-weight: 700; padding-bottom: 3px; }
.receipt-centred, .receipt-detail, .receipt-discount, .receipt-quiet, .receipt-field, .receipt-head > *, .receipt-pair { color: var(--receipt-soft); font-size: 12px; }
.receipt-title { padding-top: 3px; padding-bottom: 3px; font-size: 15px; font-weight: 700; letter-spacing: .08em; }
.receipt-refund .receipt-title .receipt-left, .receipt-credit-note .receipt-title .receipt-left, .receipt-void .receipt-title .receipt-left, .receipt-unknown .receipt-title .receipt-left {
  padding: 3px 0;
  border: 2px solid;
  color: var(--receipt-back);
}
.receipt-exchange .receipt-title .receipt-left { padding: 3px 0; border: 2px dashed; }
.receipt-refund .receipt-total, .receipt-credit-note .receipt-total { color: var(--receipt-back); }
.receipt-pair, .receipt-field { grid-template-columns: none; grid-auto-flow: column; justify-content: space-between; }
.receipt-field { grid-template-columns: auto minmax(0, auto); }
.receipt-field > .receipt-right { text-align: start; }
.receipt-item, .receipt-group { padding-top: 5px; }
.receipt-group { font-weight: 700; }
.receipt-sum + .receipt-group { padding-top: 12px; }
.receipt-detail, .receipt-discount { padding-left: 35px; }
.receipt-discount > .receipt-right { font-size: 13px; }
.receipt-total { padding-top: 5px; padding-bottom: 5px; font-size: 18px; line-height: 1.35; font-weight: 700; }
.receipt-part-taxes .receipt-row { font-size: 12px; }
.receipt-qr { padding-top: 6px; padding-bottom: 6px; }
.receipt-qr > * { text-align: center; }
.receipt-qr svg { display: block; margin: 0 auto; max-width: 100%; background: #fff; fill: #000; shape-rendering: crispEdges; forced-color-adjust: none; }
@media screen { .receipt-qr svg { width: 264px; height: auto; } }
.receipt-missing, .receipt-raw { font-style: italic; }
.receipt-row .receipt-error, .receipt-row .receipt-warning { text-decoration: underline 2px; text-underline-offset: 3px; }
.receipt-row .receipt-error { color: var(--receipt-error); background: var(--receipt-error-tint); }
.receipt-row .receipt-warning { color: var(--receipt-warning); background: var(--receipt-warning-tint); text-decoration-style: dashed; }
.receipt-notes { display: grid; gap: 4px; margin: 3px 9px 5px; padding: 0; list-style: none; }
.receipt-note {
  padding: 3px 10px;
  border-left: 3px solid;
  border-radius: 0 3px 3px 0;
  font: 13px/1.45 system-ui, sans-serif;
  color: var(--receipt-ink);
  overflow-wrap: anywhere;
}
.receipt-note.receipt-error { background: var(--receipt-error-tint); border-color: var(--receipt-error); }
.receipt-note.receipt-warning { background: var(--receipt-warning-tint); border-color: var(--receipt-warning); border-left-style: double; }
.receipt-number { display: inline-block; min-width: 1.2em; }
.receipt-note.receipt-error .receipt-number, .receipt-note.receipt-error .receipt-code { color: var(--receipt-error); }
.receipt-note.receipt-warning .receipt-number, .receipt-note.receipt-warning .receipt-code { color: var(--receipt-warning); }
.receipt-code { font: 12px ui-monospace, Menlo, Consolas, monospace; font-weight: 700; }
@container (min-width: 561px) {
  .receipt-aside, .receipt-part > .receipt-notes {
    float: right;
    clear: right;
    width: calc(min(34rem, 100cqi - var(--receipt-inline, 340px)) - 18px);
    position: relative;
    top: -1.7em;
    margin: 0 calc(-1 * min(34rem, 100cqi - var(--receipt-inline, 340px))) 4px 0;
  }
  .receipt-aside .receipt-notes { margin: 0; }
}
@media (prefers-color-scheme: dark) {
  .receipt {
    --receipt-paper: #201f1c;
    --receipt-edge: #413d35;
    --receipt-ink: #edeae2;
    --receipt-soft: #b3ac9c;
    --receipt-rule: #6a6455;
    --receipt-back: #ff9d94;
    --receipt-error: #ff9d94;
    --receipt-error-tint: #421d1c;
    --receipt-warning: #f3c469;
    --receipt-warning-tint: #3b2d10;
  }
}
@media (forced-colors: active) {
  .receipt-edge { height: 0; border-top: 1px solid; }
}
@media print {
  .receipt { --receipt-inline: 72mm; --receipt-paper: #fff; --receipt-edge: transparent; --receipt-ink: #000; --receipt-soft: #000; --receipt-rule: #000; --receipt-back: #000; --receipt-error: #000; --receipt-error-tint: #fff; --receipt-warning: #000; --receipt-warning-tint: #fff; break-inside: avoid; }
  .receipt-row { padding-inline: 4px; }
  .receipt-part-taxes .receipt-row { font-size: 11px; }
  .receipt-detail, .receipt-discount { padding-left: 16px; }
  .receipt-ruled::before { margin-inline: 4px; }
}
` as string;

/**
 * A style sheet that prints only the receipts on a page, as customers get them: it hides the rest of the page, the
 * notes, and the highlighting of fields with notes. It does not affect the screen. It is a separate style sheet because
 * it hides the content of the page. Add it after `receiptStylesheet`.
 */
export const receiptPrintStylesheet = `
@media print {
  :not(:has(.receipt)):not(.receipt):not(.receipt *):not(head):not(head *) { display: none !important; }
  :has(.receipt) { display: block !important; margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important; height: auto !important; overflow: visible !important; position: static !important; }
  .receipt-row .receipt-error, .receipt-row .receipt-warning { background: none; text-decoration: none; }
  .receipt-notes, .receipt-aside { display: none; }
  .receipt-noted { inline-size: var(--receipt-inline); }
}
` as string;
