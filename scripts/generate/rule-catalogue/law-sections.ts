/** The sections of a country's page: what the law says, row by row, with the evidence for each row. */
import { existsSync, readFileSync } from 'node:fs';
import { memberState } from '../../../src/geography/member-states.js';
import { isTable } from '../../../src/law/rates-on.js';
import type {
  CashLimit,
  CashRounding,
  Dated,
  Evidenced,
  Located,
  Obligation,
  RateRow,
  ReceiptLaw,
} from '../../../src/law/types.js';
import { readUnionLaw } from '../read-law.js';
import { allChanges, calendarLink, changeText, lastReview, readPending } from './changes-page.js';
import { evidenceText } from './evidence.js';
import { inForce, isDay } from './in-force.js';
import { code, codes, day, escape, list, table, withDays, wrap } from './markdown.js';
import { money, reportCell, type Cite } from './sources.js';

const isUnionMember = ({ country }: ReceiptLaw): boolean => memberState(country) === country;

/** The law's obligations, and the Union's, which apply in each member state. */
export const obligationsIn = (law: ReceiptLaw): readonly Obligation[] => [
  ...(law.obligations ?? []),
  ...(isUnionMember(law) ? (readUnionLaw()?.obligations ?? []) : []),
];

/** Currency, tax, review, and the evidence for the rows. */
export function headOf(law: ReceiptLaw): string[] {
  const { currencies, tax, reviewed, name } = law;
  const money = currencies.map((one) => `${one.code}${one.from || one.until ? ` (${inForce(one)})` : ''}`).join(', ');
  return [
    table(
      ['country', 'currency', 'tax', 'prices', 'law reviewed', 'time zone'],
      [
        [
          escape(name.local === name.en ? name.en : `${name.en}, ${name.local}`),
          money,
          escape(tax.name),
          tax.pricesIncludeTax ? 'include the tax' : 'do not include the tax',
          reviewed === undefined ? 'not stated' : day(reviewed),
          [law.timeZone, ...(law.otherTimeZones ?? [])].join(', '),
        ],
      ],
    ),
    wrap(`Evidence: ${evidenceCounts(law)}.`),
  ];
}

/** `rates: 9 read, 2 quoted, 4 secondary`, and the number of rows whose cited place in the act we have not checked. */
function evidenceCounts(law: ReceiptLaw): string {
  const rates = isTable(law.rates) ? law.rates : [];
  const others = [...law.cashRounding, ...obligationsIn(law), ...(law.cashLimits ?? []), ...(law.stateRounding ?? [])];
  const all: readonly Located[] = [...rates, ...others];
  const unchecked = all.filter(
    ({ article, articleEvidence = '' }) => article !== undefined && !FOUND.has(articleEvidence),
  );
  const withoutLink = all.filter(({ url }) => url === undefined);
  return [
    ...(rates.length === 0 ? [] : [`rates: ${counted(rates)}`]),
    `other rows: ${counted(others)}`,
    `${unchecked.length} of ${all.length} rows cite a place in an act that we have not checked`,
    `${withoutLink.length === 1 ? '1 has' : `${withoutLink.length} have`} no link to the act`,
  ].join('; ');
}

const EVIDENCE = ['read', 'quoted', 'secondary', 'contradicted', 'general knowledge', 'not found', 'not stated'];
const FOUND = new Set<string>(['read', 'quoted']);

function counted(rows: readonly Located[]): string {
  const counts = new Map<string, number>();
  for (const { evidence = 'not stated' } of rows) counts.set(evidence, (counts.get(evidence) ?? 0) + 1);
  return (
    EVIDENCE.flatMap((name) => (counts.has(name) ? [[name, counts.get(name)!] as const] : []))
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none'
  );
}

/** The law today, in a few sentences. */
export function inOneMinute(law: ReceiptLaw, today: string): string[] {
  const { rates, cashRounding, cashLimits = [] } = law;
  const required = obligationsIn(law).filter((row) => row.level !== 'listed' && isDay(row, today));
  const limit = cashLimits.find((row) => row.level === 'warning' && isDay(row, today));
  const rounding = cashRounding.find((row) => isDay(row, today));
  const next = allChanges([law]).find((change) => change.day > today);
  return [
    '## In one minute',
    list([
      ...(isTable(rates)
        ? [`Rates on ${day(today)}: ${ratesInWords(rates, today)}. 0 is always accepted.`]
        : [`Rates: any from ${rates.min} to ${rates.max} %; states, counties and cities set them.`]),
      rounding === undefined ? 'Cash is not rounded.' : roundingSentence(law, rounding),
      required.length === 0
        ? 'The pack does not check fiscal device data.'
        : `A receipt shows: ${required.map(({ description }) => withDays(description)).join('; ')}.`,
      limit === undefined ? 'The pack does not check cash limits.' : `${limitSentence(limit)}.`,
      ...(next === undefined ? [] : [`Next change: ${changeText(next, law)} on ${day(next.day)}.`]),
      DISTANCE[law.distanceSales],
    ]),
  ];
}

function ratesInWords(rates: readonly RateRow[], today: string): string {
  const general = rates.filter(
    (row) =>
      isDay(row, today) && row.productTaxClass === undefined && row.part === undefined && row.regime === undefined,
  );
  return `${[...new Set(general.map(({ rate }) => rate))].sort((a, b) => b - a).join(', ')} %`;
}

const DISTANCE: Readonly<Record<ReceiptLaw['distanceSales'], string>> = {
  none: 'This pack does not cover sales to consumers abroad.',
  oss: "Sales to consumers in the European Union may use the One-Stop-Shop, at the destination's rates.",
  union: "Online sales to another member state may use that state's rates instead of the domestic ones.",
};

const DUTY: Readonly<Record<CashRounding['other'], string>> = {
  required: 'rounded',
  allowed: 'rounded or not',
  unusual: 'rarely rounded: rounding raises a warning',
  not_allowed: 'not rounded: the pack refuses rounding',
  cash_part: 'only the part paid in cash is rounded',
};
const OF_CASH: Readonly<Record<CashRounding['cash'], string>> = {
  required: 'must be rounded',
  allowed: 'may be rounded',
  unusual: 'is rarely rounded',
  not_allowed: 'is not rounded',
};

const OF_BUSINESS = {
  allowed: 'may pay the unrounded total',
  unusual: 'may pay the unrounded total; rounding raises a warning',
  not_allowed: 'pays the unrounded total',
} as const;

const currencyOn = ({ currencies }: ReceiptLaw, { until }: Dated): string =>
  currencies.find((one) => until !== undefined && isDay(one, until))?.code ?? currencies.at(-1)!.code;

function roundingSentence(law: ReceiptLaw, row: CashRounding): string {
  return `Cash ${OF_CASH[row.cash]}${row.increment === 1 ? '' : `, to ${money(row.increment, currencyOn(law, row))}`}${row.unlessAgreed === true ? ', unless buyer and seller agree otherwise, which raises a warning' : ''}.`;
}

/** Cash rounding as sentences and a table of last digits. */
export function roundingSections(law: ReceiptLaw, cite: Cite): string[] {
  const { cashRounding: rows, stateRounding: states = [] } = law;
  if (rows.length === 0)
    return ['## Cash rounding', 'Totals are not rounded: the pack refuses a rounding other than 0.'];
  return [
    '## Cash rounding',
    ...rows.map((row) => wrap(`${inForce(row)}: ${roundingText(law, row)}`)),
    ...endings(rows.at(-1)!),
    table(
      ['in force', 'multiples of, minor units', 'act', 'evidence', 'report'],
      rows.map((row, i) => [
        inForce(row),
        String(row.increment),
        cite(row),
        evidenceText(row),
        reportCell(`${law.country}-rounding-${i + 1}`),
      ]),
    ),
    ...(states.length === 0
      ? []
      : [
          '### By state',
          wrap(
            "The state is the one in the business's territory, such as US-TX, or the only state among the document's jurisdictions. States marked ✗ do not affect the verdict.",
          ),
          table(
            [
              'state',
              'from',
              'rounded up at most',
              'rounded down at most',
              'checked',
              'act',
              'evidence',
              'note',
              'report',
            ],
            states.map((row) => [
              escape(row.name),
              row.from === undefined ? 'not known' : day(row.from),
              String(row.maxUp),
              String(row.maxDown),
              row.level === 'rule' ? `✓${row.cashOnly === true ? ', no other tender is rounded' : ''}` : '✗',
              cite(row),
              evidenceText(row),
              withDays(row.note ?? ''),
              reportCell(`${law.country}-${row.code}-rounding`),
            ]),
          ),
        ]),
  ];
}

function roundingText(law: ReceiptLaw, row: CashRounding): string {
  const { electronic, other, maxRounding, smallTotals, business, transfer, channels } = row;
  const currency = currencyOn(law, row);
  const small =
    smallTotals?.mayBecome === undefined
      ? 'may stay as they are'
      : `may become ${money(smallTotals.mayBecome, currency)}`;
  return [
    roundingSentence(law, row),
    transfer === undefined
      ? `Card, mobile and transfer: ${DUTY[electronic]}.`
      : `Card and mobile: ${DUTY[electronic]}. Transfer: ${DUTY[transfer]}.`,
    `Other and mixed tenders: ${DUTY[other]}.`,
    ...(maxRounding === undefined ? [] : [`Rounded by at most ${money(maxRounding, currency)}.`]),
    ...(smallTotals === undefined ? [] : [`Totals up to ${money(smallTotals.upTo, currency)} ${small}.`]),
    ...(business === undefined
      ? []
      : [`A customer with ${code('customer.orgNumber')} or ${code('customer.vatNumber')} ${OF_BUSINESS[business]}.`]),
    ...(channels === undefined
      ? []
      : [
          `Only if ${code('channel')} is ${channels.map((one) => (one === null ? 'absent' : code(one))).join(' or ')}; ecommerce is not rounded.`,
        ]),
  ].join(' ');
}

/** What the last digits of a total are rounded to, in minor units. */
function endings({ increment, halfway }: CashRounding): string[] {
  if (increment === 1) return [];
  const half = increment / 2;
  const below = Math.ceil(half) - 1;
  const range = (from: number, to: number): string => (from === to ? String(from) : `${from} to ${to}`);
  return [
    table(
      ['ending, minor units', 'becomes'],
      [
        ['0', '0'],
        ...(below < 1 ? [] : [[range(1, below), '0']]),
        ...(Number.isInteger(half)
          ? [[String(half), halfway === 'away_from_zero' ? String(increment) : `0 or ${increment}`]]
          : []),
        [range(Math.floor(half) + 1, increment - 1), String(increment)],
      ],
    ),
  ];
}

const CHECKED: Readonly<Record<Obligation['level'], string>> = {
  rule: '✓ refused',
  warning: '✓ warned of',
  listed: '✗ not checked',
};

/** What a receipt must show, and cash limits. */
export function obligationSections(law: ReceiptLaw, cite: Cite): string[] {
  const rows = obligationsIn(law);
  return [
    '## What a receipt must show',
    ...(rows.length === 0
      ? ['We found no requirements.']
      : [
          wrap(
            `A document gets one warning for each of these rows that it does not satisfy. A business states in ${code('duties')} which rows apply to it; ${code('severities')} turns the warnings into errors.`,
          ),
          table(
            ['requirement', 'where', 'field', 'checked', 'evidence', 'report'],
            rows.map((row) => obligationCells(row, cite)),
          ),
        ]),
  ];
}

function obligationCells(row: Obligation, cite: Cite): string[] {
  const { description, anyOf, level, id, note = '' } = row;
  const sets = anyOf.map((set) => set.map(code).join(' and '));
  const details = [inForce(row), ...onlyFor(row), ...wayOut(row), ...(note === '' ? [] : [withDays(note)])];
  return [
    `${withDays(description)}<br><small>${details.join('; ')}</small>`,
    cite(row),
    sets.join(', or ') || 'none: documents have no field for this',
    CHECKED[level],
    evidenceText(row),
    reportCell(id.replace(/^[a-z]{2}(?=-)/, (country) => country.toUpperCase())),
  ];
}

/** To whom and to what an obligation applies; empty if it applies to all documents. */
function onlyFor({ tenders, channels, when, trade, duty, assumed }: Obligation): string[] {
  const only = [
    ...(tenders === undefined ? [] : [codes(tenders)]),
    ...(channels === undefined ? [] : [channels.map((one) => (one === null ? 'no channel' : code(one))).join(', ')]),
    ...(when === undefined ? [] : [`documents with ${code(when.present)}`]),
    ...(trade === undefined ? [] : [withDays(trade)]),
    ...(duty !== undefined && assumed === false ? ['businesses that state the duty'] : []),
  ];
  return only.length === 0 ? [] : [`for ${only.join(', ')}`];
}

function wayOut({ level, code: raised, duty }: Obligation): string[] {
  if (level !== 'warning') return [];
  if (duty !== undefined) return [`other businesses set ${code(`duties: { ${duty}: false }`)}`];
  return raised === 'invoice_needed' ? ['issue an invoice'] : [];
}

const limitSentence = ({ forbids, limit, currency, who }: CashLimit): string =>
  `Cash ${forbids === 'above' ? 'above' : 'of'} ${money(limit, currency)}${forbids === 'above' ? '' : ' or more'} is forbidden${who === undefined ? '' : ` (${withDays(who)})`}`;

export function limitSections(law: ReceiptLaw, cite: Cite): string[] {
  const { cashLimits = [] } = law;
  if (cashLimits.length === 0) return ['### Cash limits', 'We found none.'];
  return [
    '### Cash limits',
    wrap(
      `A cash sale or exchange above a limit marked as checked gets a warning. Set ${code('duties: { cashLimit: false }')} for buyers to whom the limit does not apply.`,
    ),
    table(
      ['limit', 'in force', 'checked', 'act', 'evidence', 'note', 'report'],
      cashLimits.map((row: CashLimit & Evidenced, i) => [
        limitSentence(row),
        inForce(row),
        CHECKED[row.level],
        cite(row),
        evidenceText(row),
        withDays(row.note ?? ''),
        reportCell(`${law.country}-cash-limit-${i + 1}`),
      ]),
    ),
  ];
}

interface Correction {
  readonly country: string;
  readonly names: string;
  readonly source: string;
  readonly evidence: NonNullable<Located['evidence']>;
  readonly note?: string;
}

const readCorrections = (): readonly Correction[] =>
  existsSync('packs/corrections.json')
    ? (JSON.parse(readFileSync('packs/corrections.json', 'utf8')) as Correction[])
    : [];

/** How sellers correct sales, according to secondary sources. */
export function correctionSections(law: ReceiptLaw): string[] {
  const rows = readCorrections().filter(({ country }) => country === law.country);
  return [
    '### Corrections',
    wrap(
      rows.length === 0
        ? 'We did not find what the law says about refunds, credit notes, voids and exchanges, so the pack accepts all of them.'
        : 'The pack accepts refunds, credit notes, voids and exchanges. No rule checks the rows below.',
    ),
    ...(rows.length === 0
      ? []
      : [
          table(
            ['what', 'source', 'evidence', 'note', 'report'],
            rows.map((row, i) => [
              withDays(row.names),
              escape(row.source),
              row.evidence,
              withDays(row.note ?? ''),
              reportCell(`${law.country}-correction-${i + 1}`),
            ]),
          ),
        ]),
  ];
}

/** Parts of the country and tax regimes with special rates, and parts of the country that no pack covers. */
export function territorySections(law: ReceiptLaw, cite: Cite): string[] {
  const { territories = [], aliases = [], outside = [], rates } = law;
  const regimes = [...new Set((isTable(rates) ? rates : []).flatMap(({ regime }) => regime ?? []))];
  const parts = [
    ...territories.map(
      ({ name, code: own, rates: only, ...source }) =>
        `${escape(name)}: ${code(`territory: '${own}'`)}${only === undefined ? '' : `; rates above 0: ${only.join(', ') || 'none'}`}. ${cite(source)}`,
    ),
    ...aliases.map(
      ({ code: own, territory }) =>
        `The country code ${code(own)} selects this law${territory === undefined ? '' : `, with ${code(`territory: '${territory}'`)}`}.`,
    ),
    ...outside.map(({ code: own, reason }) => `${code(own)} is not covered: ${withDays(reason)}.`),
    ...regimes.map(
      (regime) => `Rates of the regime ${escape(regime)} apply to businesses with ${code(`regimes: ['${regime}']`)}.`,
    ),
  ];
  return parts.length === 0 ? [] : ['### Territories and regimes', list(parts)];
}

/** Rows that begin or end, and changes without a row. */
export function changeSections(law: ReceiptLaw): string[] {
  const review = lastReview([law]);
  const changes = allChanges([law]);
  const rows = (some: typeof changes): string =>
    table(
      ['day', 'change', 'source'],
      some.map((one) => [day(one.day), changeText(one, law), withDays(one.source)]),
    );
  const coming = changes.filter((change) => change.day > review);
  const past = changes.filter((change) => change.day <= review).reverse();
  const pending = readPending().filter(
    ({ country }) => country === law.country || (country === 'EU' && isUnionMember(law)),
  );
  return [
    '## Changes',
    wrap(
      `As of the review on ${day(review)}. [All countries](../changes.md) · [Calendar](${calendarLink(law.country)})`,
    ),
    '### To come',
    coming.length === 0 ? 'No known change.' : rows(coming),
    ...(pending.length === 0
      ? []
      : [
          table(
            ['day', 'announced', 'state', 'checked', 'source'],
            pending.map((one) => [
              day(one.day),
              withDays([one.about, ...(one.note === undefined ? [] : [one.note])].join(': ')),
              one.state,
              one.encoded ? '✓' : '✗',
              withDays(one.source),
            ]),
          ),
        ]),
    '### Past',
    past.length === 0 ? 'None is known.' : rows(past),
  ];
}

/** Fiscal device fields and their formats, for developers. */
export function extensionSections({ extensions }: ReceiptLaw, cite: Cite): string[] {
  if (extensions.length === 0) return [];
  const spaces = extensions.map((space) => {
    const need = space.required === true ? 'required: the pack refuses a document without it' : 'optional';
    return `${code(`extensions.${space.namespace}`)}: ${escape(space.description)}, ${need}. ${cite(space)}`;
  });
  const rows = extensions.flatMap(({ namespace, required, fields }) =>
    fields.map((field) => [
      code(`${namespace}.${field.name}`),
      `${escape(field.description)}${field.required === true ? ' (required)' : ''}`,
      `${field.type}, such as ${code(String(field.example))}`,
      required === true ? 'error; a warning if only the format is wrong' : 'warning',
      cite(field),
    ]),
  );
  return ['### Extension fields', list(spaces), table(['field', 'what', 'format', 'if wrong', 'source'], rows)];
}
