import { drawReceipt, drawReceiptText, type DrawIssue } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { receipt } from './receipt';

// Compares complete drawn receipts character by character: positions, line breaks and style.
const issue = (path: (string | number)[], severity: DrawIssue['severity'] = 'error', message = 'what was found') => ({
  path,
  field: 'x',
  code: 'a_code',
  message,
  severity,
});
const [COFFEE, SANDWICH] = receipt().items as object[];

/** Tags that replace escape sequences: start and end of bold, dim, red and yellow. */
const SEQUENCES: readonly (readonly [string, string])[] = [
  ['\u001b[1m', '<b>'],
  ['\u001b[2m', '<q>'],
  ['\u001b[22m', '</>'],
  ['\u001b[31m', '<red>'],
  ['\u001b[33m', '<yellow>'],
  ['\u001b[39m', '</c>'],
];
const tagged = (text: string): string => SEQUENCES.reduce((all, [code, tag]) => all.replaceAll(code, tag), text);

describe('a receipt drawn as text', () => {
  it('wraps long text, and has notes below their lines', () => {
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
      extensions: {
        se: { controlUnitId: 'ABCDEFGHIJKLMNOPQRST', controlCode: 'ABCDEFGHIJKLMNOPQRSTU', sequenceNumber: 1 },
      },
    });
    const issues = [issue(['items', 0, 'amount']), issue(['totals', 'total'], 'warning', 'totals.total is wrong')];
    expect(drawReceiptText(document, { width: 24, issues }).split('\n')).toEqual([
      '╭──────────────────────╮',
      '│       Kaffe AB       │',
      '│         Norr         │',
      '│        Gata 1        │',
      '│         2 tr         │',
      '│     118 46 Sthlm     │',
      '│      Org.nr 556      │',
      '│    Momsreg.nr SE1    │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│     K V I T T O      │',
      '│ Kvittonr R-1001      │',
      '│     2026-11-20 12:34 │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ Smörgås med räkor    │',
      '│ och mycket majonnäs  │',
      '│            183,00    │',
      '│   2 st × 89,00       │',
      '│   Lunch     −5,00    │',
      '│   = 178,00           │',
      '  [1] a_code',
      '      items[0].amount:',
      '      what was found',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ Summa      178,00    │',
      '│ Öresavrundning       │',
      '│             +0,12    │',
      '│ Att betala           │',
      '│ 12 345 678 901,23 kr │',
      '  [2] warning a_code',
      '      totals.total is',
      '      wrong',
      '│ Kort •••• 4242       │',
      '│ 12 345 678 901,23    │',
      '│ Du sparade 5,00 kr   │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ Moms %               │',
      '│                Netto │',
      '│                 Moms │',
      '│               Brutto │',
      '│ 12 %                 │',
      '│               158,93 │',
      '│                19,07 │',
      '│               178,00 │',
      '│ 0 % undantag från    │',
      '│ skatteplikt Undantag │',
      '│         1 234 567,89 │',
      '│                 0,00 │',
      '│         1 234 567,89 │',
      '│ Totalt               │',
      '│         1 234 726,82 │',
      '│                19,07 │',
      '│         1 234 745,89 │',
      '│ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ │',
      '│ Kontrollenhet        │',
      '│ ABCDEFGHIJKLMNOPQRST │',
      '│ Kontrollkod          │',
      '│   ABCDEFGHIJKLMNOPQR │',
      '│   STU                │',
      '│ Löpnr              1 │',
      '╰──────────────────────╯',
      '',
    ]);
  });

  it('keeps text that just fits on one line', () => {
    const lines = (name: string) =>
      drawReceiptText(receipt({ items: [{ ...SANDWICH, name }] }), { width: 24 }).split('\n');
    expect(lines('Smörgås 12')).toContain('│ Smörgås 12 178,00    │');
    expect(lines('Smörgås 123')).toContain('│ Smörgås 123          │');
  });

  it('has notes beside their lines, and colours if requested', () => {
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
      '│ <b>        R E T U R K V I T T O         </> │',
      '│ Kvittonr R-1001       2026-11-20 12:34 │',
      '│ <q>← txn_1 · Returnerad vara · torn      </> │',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ Kaffe                        −49,90    │  <red>[1] </c>a_code items[0].amount: what was found',
      '│ <q>  Moms 12 %                           </> │  <red>[2] </c>a_code items[0].taxRate: what was found,',
      '│ Räksmörgås                  −178,00    │      in so many words that they need a line',
      '│ <q>  2 × 89,00                           </> │      more',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ Summa                       −227,90    │',
      '│ AB 12 %                      −24,42    │',
      '│ <b>Totalt                      −227,90 kr</> │  <yellow>[3] </c>warning a_code totals.total: what was',
      '│ Ej betald                              │      found',
      '│ Retur till kort •••• 4242    227,90    │',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ <q>Moms %            Netto   Moms  Brutto</> │',
      '│ 12 %            −203,48 −24,42 −227,90 │',
      '│ <q>╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌</> │',
      '│ <q>Bygg AB                               </> │',
      '│ <q>omvänd betalningsskyldighet           </> │  <red>[4] </c>a_code tax.reverseCharge: one line,',
      '│                                        │      another line and so on until three of them',
      '│                                        │      are full of it all',
      '╰────────────────────────────────────────╯',
      '',
    ]);
  });
});

describe('a receipt drawn as HTML', () => {
  it('has rows with their contents, and notes below the rows concerned', () => {
    const document = receipt({
      items: [COFFEE],
      tax: {
        scheme: 'SE_MOMS',
        pricesIncludeTax: true,
        summary: [{ rate: 12, category: 'E', label: '<b>', taxableAmount: 4455, taxAmount: 535 }],
      },
      totals: { subtotal: 4990, discount: 0, tax: 535, total: 4990 },
      extensions: { se: { sequenceNumber: 1 } },
    });
    const issues = [issue(['items', 0, 'amount']), issue(['totals', 'total'], 'warning'), issue(['items', 0, 'sku'])];
    const html = drawReceipt(document, { issues }).replaceAll('\u00a0', ' ');
    expect(html.split(/(?=<(?:p|div|ol|li|table|thead|tbody|tr)\b)/)).toEqual([
      '<div class="receipt receipt-sale receipt-marked receipt-mark-2 receipt-noted" lang="sv" dir="ltr">',
      '<div class="receipt-body">',
      '<div class="receipt-paper">',
      '<div class="receipt-part receipt-part-head">',
      '<p class="receipt-row receipt-name"><span class="receipt-left"><span data-path="vendor.id"><bdi>biz_01HZX</bdi></span></span></p></div>',
      '<div class="receipt-part receipt-part-title receipt-ruled">',
      '<p class="receipt-row receipt-title"><span class="receipt-left"><span data-path="type">KVITTO</span></span></p></div>',
      '<div class="receipt-part receipt-part-number">',
      '<p class="receipt-row receipt-pair"><span class="receipt-left">Kvittonr <span data-path="receiptNumber"><bdi>R-1001</bdi></span></span> <span class="receipt-right"><span data-path="timestamp"><time datetime="2026-11-20T12:34:56+01:00">2026-11-20 12:34</time></span></span></p></div>',
      '<table class="receipt-part receipt-part-items receipt-ruled">',
      '<tbody>',
      '<tr class="receipt-row receipt-item receipt-columns-1"><th scope="row" class="receipt-left"><span data-path="items[0].name"><bdi>Kaffe</bdi></span></th><td class="receipt-right" aria-describedby="receipt-note-1"><span class="receipt-error" data-path="items[0].amount" data-issue="1">49,90</span></td></tr>',
      '<tr class="receipt-aside"><td colspan="2">',
      '<ol class="receipt-notes">',
      '<li class="receipt-note receipt-error" id="receipt-note-1" data-issue="1" data-path="items[0].amount" lang="en"><b class="receipt-number">1</b> <code class="receipt-code">a_code</code> <bdi>what was found</bdi></li></ol></td></tr>',
      '<tr class="receipt-row receipt-field receipt-columns-1"><th scope="row" class="receipt-left">items[0].sku</th><td class="receipt-right" aria-describedby="receipt-note-3"><span class="receipt-missing receipt-error" data-path="items[0].sku" data-issue="3">—</span></td></tr>',
      '<tr class="receipt-aside"><td colspan="2">',
      '<ol class="receipt-notes">',
      '<li class="receipt-note receipt-error" id="receipt-note-3" data-issue="3" data-path="items[0].sku" lang="en"><b class="receipt-number">3</b> <code class="receipt-code">a_code</code> <bdi>what was found</bdi></li></ol></td></tr></tbody></table>',
      '<table class="receipt-part receipt-part-totals receipt-ruled">',
      '<tbody>',
      '<tr class="receipt-row receipt-total receipt-columns-1"><th scope="row" class="receipt-left">Att betala</th><td class="receipt-right" aria-describedby="receipt-note-2"><span class="receipt-warning" data-path="totals.total" data-issue="2">49,90</span></td><td class="receipt-mark"><span data-path="currency">kr</span></td></tr>',
      '<tr class="receipt-aside"><td colspan="3">',
      '<ol class="receipt-notes">',
      '<li class="receipt-note receipt-warning" id="receipt-note-2" data-issue="2" data-path="totals.total" lang="en"><b class="receipt-number">2</b> warning <code class="receipt-code">a_code</code> <bdi>what was found</bdi></li></ol></td></tr></tbody></table>',
      '<table class="receipt-part receipt-part-tender">',
      '<tbody>',
      '<tr class="receipt-row receipt-sum receipt-columns-1"><th scope="row" class="receipt-left"><span data-path="payment.method">Kort</span> •••• <span data-path="payment.last4"><bdi>4242</bdi></span></th><td class="receipt-right">49,90</td></tr></tbody></table>',
      '<table class="receipt-part receipt-part-taxes receipt-ruled">',
      '<thead>',
      '<tr class="receipt-row receipt-head receipt-columns-3"><th scope="col" class="receipt-left">Moms %</th><th scope="col" class="receipt-right">Netto</th><th scope="col" class="receipt-right">Moms</th><th scope="col" class="receipt-right">Brutto</th></tr></thead>',
      '<tbody>',
      '<tr class="receipt-row receipt-tax receipt-columns-3 receipt-wide"><th scope="row" class="receipt-left"><span data-path="tax.summary[0].rate">12 %</span> <span data-path="tax.summary[0].category">undantag från skatteplikt</span> <span data-path="tax.summary[0].label"><bdi>&lt;b&gt;</bdi></span></th><td class="receipt-right"><span data-path="tax.summary[0].taxableAmount">44,55</span></td><td class="receipt-right"><span data-path="tax.summary[0].taxAmount">5,35</span></td><td class="receipt-right">49,90</td></tr></tbody></table>',
      '<div class="receipt-part receipt-part-fiscal receipt-ruled">',
      '<p class="receipt-row receipt-field"><span class="receipt-left">Löpnr</span> <span class="receipt-right"><span data-path="extensions.se.sequenceNumber">1</span></span></p></div></div>',
      '<div class="receipt-edge"></div></div></div>',
    ]);
  });
});
