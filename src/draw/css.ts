/**
 * The style sheet of `drawReceipt`, as text for a `<style>` element or a file. It styles `.receipt` and the elements
 * inside it, and nothing else on the page, on screen and on paper. It follows the reader's light or dark setting, prints
 * black on white, and loads no fonts or images. Colours and width are custom properties, `--receipt-…`, which a page can
 * set on `.receipt`. To print receipts without the page around them, add `receiptPrintStylesheet`.
 */
export const receiptStylesheet = `
.receipt {
  --receipt-width: 340px;
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
  container-type: inline-size;
  width: 100%;
  color: var(--receipt-ink);
  font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  font-variant-numeric: tabular-nums;
  text-align: left;
}
.receipt *, .receipt *::before, .receipt *::after { box-sizing: border-box; }
.receipt-edge {
  width: min(100%, var(--receipt-width));
  height: 7px;
  background:
    linear-gradient(135deg, var(--receipt-paper) 4px, var(--receipt-edge) 4px 5px, transparent 5px) 0 0 / 10px 7px repeat-x,
    linear-gradient(225deg, var(--receipt-paper) 4px, var(--receipt-edge) 4px 5px, transparent 5px) 0 0 / 10px 7px repeat-x;
}
.receipt-group { display: grid; grid-template-columns: minmax(0, var(--receipt-width)) minmax(0, 34rem); grid-template-rows: auto 1fr; column-gap: 18px; }
.receipt-group > .receipt-row, .receipt-rows { grid-column: 1; background: var(--receipt-paper); border: 0 solid var(--receipt-edge); border-width: 0 1px; }
.receipt-group:first-child > .receipt-row { padding-top: 24px; border-top-width: 1px; border-radius: 4px 4px 0 0; }
.receipt-group:first-child > .receipt-notes { margin-top: 24px; }
.receipt-group:last-child > .receipt-rows { padding-bottom: 16px; }
.receipt-notes { grid-column: 2; grid-row: 1 / span 2; }
.receipt-row {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  column-gap: 12px;
  margin: 0;
  padding: 1px 23px;
  overflow: clip;
  overflow-wrap: anywhere;
}
.receipt-first::before { content: ""; flex: 0 0 100%; margin: 9px 0 8px; border-top: 1px dashed var(--receipt-rule); }
.receipt-left { flex: 1 1 0; min-width: min(100%, 12ch); }
.receipt-middle, .receipt-right { max-width: 100%; margin-left: auto; text-align: right; }
.receipt-name, .receipt-centred, .receipt-title { text-align: center; }
.receipt-name { font-size: 17px; line-height: 1.35; font-weight: 700; padding-bottom: 3px; }
.receipt-centred, .receipt-detail, .receipt-quiet, .receipt-field, .receipt-tax-head, .receipt-pair { color: var(--receipt-soft); font-size: 12px; }
.receipt-title { padding-bottom: 6px; font-size: 15px; font-weight: 700; letter-spacing: .16em; text-indent: .16em; }
.receipt-refund .receipt-title .receipt-left, .receipt-credit-note .receipt-title .receipt-left, .receipt-void .receipt-title .receipt-left, .receipt-unknown .receipt-title .receipt-left {
  padding: 3px 0;
  border: 2px solid;
  color: var(--receipt-back);
}
.receipt-exchange .receipt-title .receipt-left { padding: 3px 0; border: 2px dashed; }
.receipt-refund .receipt-total, .receipt-credit-note .receipt-total { color: var(--receipt-back); }
.receipt-item { padding-top: 5px; }
.receipt-detail { padding-left: 35px; }
.receipt-total { padding-top: 5px; padding-bottom: 5px; font-size: 18px; line-height: 1.35; font-weight: 700; }
.receipt-tax, .receipt-tax-head { display: grid; grid-template-columns: 0.8fr 1.1fr 1.1fr; column-gap: 8px; }
.receipt-tax.receipt-first::before, .receipt-tax-head.receipt-first::before { grid-column: 1 / -1; }
.receipt-tax .receipt-left, .receipt-tax-head .receipt-left { min-width: 0; }
.receipt-tax .receipt-left:nth-last-child(2) { grid-column: span 2; }
.receipt-field .receipt-left { flex: 0 1 auto; min-width: 0; }
.receipt-field .receipt-right { text-align: left; }
.receipt-first + .receipt-notes { margin-top: 18px; }
.receipt-missing, .receipt-raw { font-style: italic; }
.receipt-row .receipt-error, .receipt-row .receipt-warning { text-decoration: underline 2px; text-underline-offset: 3px; }
.receipt-row .receipt-error { color: var(--receipt-error); background: var(--receipt-error-tint); }
.receipt-row .receipt-warning { color: var(--receipt-warning); background: var(--receipt-warning-tint); text-decoration-style: dashed; }
.receipt-notes { display: grid; gap: 4px; align-content: start; margin: 0 0 4px; padding: 0; list-style: none; }
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
@container (max-width: 560px) {
  .receipt-group { grid-template-columns: minmax(0, 1fr); grid-template-rows: none; }
  .receipt-group { background: var(--receipt-paper); border: 0 solid var(--receipt-edge); border-width: 0 1px; }
  .receipt-group > .receipt-row, .receipt-rows { border-width: 0; }
  .receipt-group:first-child { border-top-width: 1px; border-radius: 4px 4px 0 0; }
  .receipt-group > .receipt-notes { grid-column: 1; grid-row: auto; margin: 3px 9px 5px; }
  .receipt-body { max-width: var(--receipt-width); }
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
  .receipt { --receipt-paper: #fff; --receipt-edge: transparent; --receipt-ink: #000; --receipt-soft: #000; --receipt-rule: #000; --receipt-back: #000; --receipt-error: #000; --receipt-error-tint: #fff; --receipt-warning: #000; --receipt-warning-tint: #fff; break-inside: avoid; }
}
` as string;

/**
 * The style sheet that prints only the receipts of a page, as a customer gets them: it hides everything around them,
 * their notes, and the marks of fields with a note. It changes nothing on screen. It hides the page's content, so a page
 * has to opt in: add it after `receiptStylesheet`.
 */
export const receiptPrintStylesheet = `
@media print {
  :not(:has(.receipt)):not(.receipt):not(.receipt *):not(head):not(head *) { display: none !important; }
  :has(.receipt) { display: block !important; margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important; height: auto !important; overflow: visible !important; position: static !important; }
  .receipt-row .receipt-error, .receipt-row .receipt-warning { background: none; text-decoration: none; }
  .receipt-notes { display: none; }
  .receipt-group { display: block; width: var(--receipt-width); }
}
` as string;
