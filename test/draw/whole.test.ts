import { drawReceipt, drawReceiptText, type DrawIssue } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { receipt } from './receipt';

// Complete drawings, compared character by character: positions, line breaks and style.
const issue = (path: (string | number)[], severity: DrawIssue['severity'] = 'error', message = 'what was found') => ({
  path,
  field: 'x',
  code: 'a_code',
  message,
  severity,
});
const [COFFEE, SANDWICH] = receipt().items as object[];

/** Escape sequences as tags: bold, dim, red and yellow, and where they end. */
const SEQUENCES: readonly (readonly [string, string])[] = [
  ['\u001b[1m', '<b>'],
  ['\u001b[2m', '<q>'],
  ['\u001b[22m', '</>'],
  ['\u001b[31m', '<red>'],
  ['\u001b[33m', '<yellow>'],
  ['\u001b[39m', '</c>'],
];
const tagged = (text: string): string => SEQUENCES.reduce((all, [code, tag]) => all.replaceAll(code, tag), text);

describe('a drawing as text', () => {
  it('breaks what does not fit, and has notes below their lines', () => {
    const document = receipt({
      vendor: {
        id: 'b',
        name: 'Kaffe AB',
        locationName: 'Norr',
        orgNumber: '556',
        vatNumber: 'SE1',
        address: {
          line1: 'Gata 1',
          line2: '2 tr',
          postalCode: '118 46',
          city: 'Sthlm',
          region: 'AB',
          country: 'SE',
        },
      },
      items: [
        {
          ...SANDWICH,
          name: 'Smörgås med räkor och mycket majonnäs',
          unit: 'st',
          discount: { amount: 500, description: 'Lunch' },
        },
      ],
      tax: {
        scheme: 'SE_MOMS',
        pricesIncludeTax: true,
        summary: [
          { rate: 12, category: 'S', taxableAmount: 15893, taxAmount: 1907 },
          { rate: 0, category: 'E', label: 'Undantag', taxableAmount: 123456789, taxAmount: 0 },
        ],
      },
      totals: { subtotal: 17800, discount: 500, tax: 1907, rounding: 12, total: 1234567890123 },
      extensions: { se: { unit: 'ABCDEFGHIJKLMNOPQRST', code: 'ABCDEFGHIJKLMNOPQRSTU', n: 1 } },
    });
    const issues = [issue(['items', 0, 'amount']), issue(['totals', 'total'], 'warning', 'totals.total is wrong')];
    expect(drawReceiptText(document, { width: 24, issues }).split('\n')).toEqual([
      '╭──────────────────────╮',
      '│       Kaffe AB       │',
      '│         Norr         │',
      '│        Gata 1        │',
      '│         2 tr         │',
      '│     118 46 Sthlm     │',
      '│        AB SE         │',
      '│      556 · SE1       │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│     K V I T T O      │',
      '│ Kvittonr R-1001      │',
      '│  2026-11-20 12:34:56 │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ Smörgås med räkor    │',
      '│ och mycket majonnäs  │',
      '│               178,00 │',
      '  [1] a_code',
      '      items[0].amount:',
      '      what was found',
      '│   2 st × 89,00  12 % │',
      '│   Rabatt Lunch −5,00 │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ Rabatt         −5,00 │',
      '│ Summa         178,00 │',
      '│ Öresavrundning  0,12 │',
      '│ Totalt SEK           │',
      '│    12 345 678 901,23 │',
      '  [2] warning a_code',
      '      totals.total is',
      '      wrong',
      '│ Kort •••• 4242       │',
      '│    12 345 678 901,23 │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ Moms Netto      Moms │',
      '│ 12 %                 │',
      '│     158,93     19,07 │',
      '│ 0 % E Undantag       │',
      '│    1 234 567,89      │',
      '│                 0,00 │',
      '│ Totalt         19,07 │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ unit                 │',
      '│ ABCDEFGHIJKLMNOPQRST │',
      '│ code                 │',
      '│   ABCDEFGHIJKLMNOPQR │',
      '│   STU                │',
      '│ n                  1 │',
      '╰──────────────────────╯',
      '',
    ]);
  });

  it('has on one line what just fits on it', () => {
    const lines = (name: string) =>
      drawReceiptText(receipt({ items: [{ ...SANDWICH, name }] }), { width: 24 }).split('\n');
    expect(lines('Smörgås 12345')).toContain('│ Smörgås 12345 178,00 │');
    expect(lines('Smörgås 123456')).toContain('│ Smörgås 123456       │');
  });

  it('has notes beside their lines, and colours where they are asked for', () => {
    const document = receipt({
      type: 'refund',
      settled: false,
      linkedTransaction: { originalTransactionId: 'txn_1', reason: 'returned', note: 'torn' },
      customer: { name: 'Bygg AB', country: 'SE' },
      tax: {
        scheme: 'SE_MOMS',
        pricesIncludeTax: false,
        reverseCharge: true,
        summary: [{ rate: 12, category: 'S', taxableAmount: 20348, taxAmount: 2442 }],
        jurisdictions: [{ level: 'state', name: 'AB', rate: 12, taxAmount: 2442 }],
      },
      extensions: {},
    });
    const issues = [
      issue(['items', 0, 'amount']),
      issue(['items', 0, 'taxRate'], 'error', 'what was found, in so many words that they need a line more'),
      issue(['totals', 'total'], 'warning'),
      issue(
        ['tax', 'reverseCharge'],
        'error',
        'one line, another line and so on until three of them are full of it all',
      ),
    ];
    expect(tagged(drawReceiptText(document, { width: 90, colour: true, issues })).split('\n')).toEqual([
      '╭────────────────────────────────────────╮',
      '│ <b>              biz_01HZX               </> │',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ <b>              R E T U R               </> │',
      '│ <q>settled                          false</> │',
      '│ Kvittonr R-1001    2026-11-20 12:34:56 │',
      '│ <q>← txn_1 · returned · torn             </> │',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ Kaffe                           −49,90 │  <red>[1] </c>a_code items[0].amount: what was found',
      '│ <q>  1 × 49,90                       12 %</> │  <red>[2] </c>a_code items[0].taxRate: what was found,',
      '│ Räksmörgås                     −178,00 │      in so many words that they need a line',
      '│ <q>  2 × 89,00                       12 %</> │      more',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ Summa                          −227,90 │',
      '│ Moms                            −24,42 │',
      '│ <b>Totalt SEK                     −227,90</> │  <yellow>[3] </c>warning a_code totals.total: what was',
      '│ RETUR → Kort •••• 4242         −227,90 │      found',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ <q>Moms                   Netto      Moms</> │',
      '│ 12 %                 −203,48    −24,42 │',
      '│ AB 12 %                         −24,42 │',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ <q>Bygg AB · SE                          </> │',
      '│ <q>tax.reverseCharge                 true</> │  <red>[4] </c>a_code tax.reverseCharge: one line,',
      '│                                        │      another line and so on until three of them',
      '│                                        │      are full of it all',
      '╰────────────────────────────────────────╯',
      '',
    ]);
  });
});

describe('a drawing as HTML', () => {
  it('has rows, what stands in them, and notes below those that they concern', () => {
    const document = receipt({
      items: [COFFEE],
      tax: {
        scheme: 'SE_MOMS',
        pricesIncludeTax: true,
        summary: [{ rate: 12, category: 'E', label: '<b>', taxableAmount: 4455, taxAmount: 535 }],
      },
      totals: { subtotal: 4990, discount: 0, tax: 535, total: 4990 },
      extensions: { se: { n: 1 } },
    });
    const issues = [issue(['items', 0, 'amount']), issue(['totals', 'total'], 'warning'), issue(['items', 0, 'sku'])];
    const html = drawReceipt(document, { issues }).replaceAll('\u00a0', ' ');
    expect(html.split(/(?=<(?:p|div|ol|li)\b)/)).toEqual([
      '<div class="receipt receipt-sale" lang="sv" dir="ltr">',
      '<div class="receipt-body">',
      '<div class="receipt-group">',
      '<p class="receipt-row receipt-name"><span class="receipt-left"><span data-path="vendor.id"><bdi>biz_01HZX</bdi></span></span></p>',
      '<div class="receipt-rows">',
      '<p class="receipt-row receipt-title receipt-first"><span class="receipt-left"><span data-path="type">KVITTO</span></span></p>',
      '<p class="receipt-row receipt-pair"><span class="receipt-left">Kvittonr <span data-path="receiptNumber"><bdi>R-1001</bdi></span></span> <span class="receipt-right"><span data-path="timestamp">2026-11-20 12:34:56</span></span></p></div></div>',
      '<div class="receipt-group">',
      '<p class="receipt-row receipt-item receipt-first"><span class="receipt-left"><span data-path="items[0].name"><bdi>Kaffe</bdi></span></span> <span class="receipt-right"><span class="receipt-error" data-path="items[0].amount" data-issue="1">49,90</span></span></p>',
      '<ol class="receipt-notes">',
      '<li class="receipt-note receipt-error" data-issue="1" data-path="items[0].amount" lang="en"><b class="receipt-number">1</b> <code class="receipt-code">a_code</code> <bdi>what was found</bdi></li></ol>',
      '<div class="receipt-rows">',
      '<p class="receipt-row receipt-detail"><span class="receipt-left"><span data-path="items[0].quantity">1</span> × <span data-path="items[0].unitPrice">49,90</span></span> <span class="receipt-right"><span data-path="items[0].taxRate">12 %</span></span></p></div></div>',
      '<div class="receipt-group">',
      '<p class="receipt-row receipt-field"><span class="receipt-left">items[0].sku</span> <span class="receipt-right"><span class="receipt-missing receipt-error" data-path="items[0].sku" data-issue="3">—</span></span></p>',
      '<ol class="receipt-notes">',
      '<li class="receipt-note receipt-error" data-issue="3" data-path="items[0].sku" lang="en"><b class="receipt-number">3</b> <code class="receipt-code">a_code</code> <bdi>what was found</bdi></li></ol>',
      '<div class="receipt-rows">',
      '<p class="receipt-row receipt-sum receipt-first"><span class="receipt-left">Summa</span> <span class="receipt-right"><span data-path="totals.subtotal">49,90</span></span></p></div></div>',
      '<div class="receipt-group">',
      '<p class="receipt-row receipt-total"><span class="receipt-left">Totalt <span data-path="currency"><bdi>SEK</bdi></span></span> <span class="receipt-right"><span class="receipt-warning" data-path="totals.total" data-issue="2">49,90</span></span></p>',
      '<ol class="receipt-notes">',
      '<li class="receipt-note receipt-warning" data-issue="2" data-path="totals.total" lang="en"><b class="receipt-number">2</b> warning <code class="receipt-code">a_code</code> <bdi>what was found</bdi></li></ol>',
      '<div class="receipt-rows">',
      '<p class="receipt-row receipt-sum"><span class="receipt-left"><span data-path="payment.method">Kort</span> •••• <span data-path="payment.last4"><bdi>4242</bdi></span></span> <span class="receipt-right">49,90</span></p>',
      '<p class="receipt-row receipt-tax-head receipt-first"><span class="receipt-left">Moms</span> <span class="receipt-middle">Netto</span> <span class="receipt-right">Moms</span></p>',
      '<p class="receipt-row receipt-tax"><span class="receipt-left"><span data-path="tax.summary[0].rate">12 %</span> <span data-path="tax.summary[0].category"><bdi>E</bdi></span> <span data-path="tax.summary[0].label"><bdi>&lt;b&gt;</bdi></span></span> <span class="receipt-middle"><span data-path="tax.summary[0].taxableAmount">44,55</span></span> <span class="receipt-right"><span data-path="tax.summary[0].taxAmount">5,35</span></span></p>',
      '<p class="receipt-row receipt-field receipt-first"><span class="receipt-left">n</span> <span class="receipt-right"><span data-path="extensions.se.n">1</span></span></p></div></div>',
      '<div class="receipt-edge"></div></div></div>',
    ]);
  });
});
