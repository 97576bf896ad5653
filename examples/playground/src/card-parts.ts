import { explain, fieldPath, type Issue } from 'receipt-rule-packs';
import type { Cause, CauseOption, IssueRef, Operation } from 'receipt-rule-packs/diagnose';
import type { App } from './app.js';
import { docsLink } from './docs.js';
import { count, el, short } from './dom.js';
import { registry } from './judge.js';
import { valueAt } from './json/change.js';
import { addressOf } from './laws.js';
import { apply } from './repair.js';
import { stepsOf, type NumberedCause, type PlacedIssue } from './verdict.js';

/** The maximum number of changes that a card lists. */
const MAX_CHANGES = 6;
/** The maximum number of options that a card offers for a cause. */
const MAX_OPTIONS = 12;

const CONFIDENCE = { certain: 'certain', likely: 'likely', choose: 'your choice' } as const;

/** Makes a card's parts below the title: the repair, the evidence, and the issues that the cause explains. */
export function partsOf(app: App) {
  const open = new Set<string>();
  /** Makes a collapsible part, which stays open when the list is redrawn. */
  const folded = (key: string, title: string, fill: () => readonly Node[]) => {
    const details = el('details', { open: open.has(key) }, el('summary', {}, title));
    const update = () => {
      open[details.open ? 'add' : 'delete'](key);
      if (details.open && details.children.length === 1) details.append(...fill());
    };
    details.addEventListener('toggle', update);
    if (details.open) update();
    return details;
  };
  const more = ({ cause, notes }: NumberedCause): Node[] => {
    const key = `${cause.code} ${cause.field}`;
    return [
      ...(cause.lines > 1 ? [el('p', {}, `The same mistake on ${count(cause.lines, 'line')}.`)] : []),
      ...repairsOf(app, cause),
      ...(cause.leaves.length === 0
        ? []
        : [el('p', {}, `After this repair, ${count(cause.leaves.length, 'more problem')} can be checked.`)]),
      folded(`why ${key}`, 'Why', () => [
        el('p', {}, cause.why, ' ', ...docsLink(`causes/${cause.code}`, 'More about this mistake')),
        ...explanations(app, notes),
      ]),
      ...(cause.explains.length === 0
        ? []
        : [
            folded(`issues ${key}`, `Explains ${count(cause.explains.length, 'problem')}`, () => [
              issueList(app, notes, hiddenBy(cause, notes)),
            ]),
          ]),
    ];
  };
  return { above: (causes: readonly NumberedCause[]) => certain(app, causes), more };
}

/** Makes the list of a cause's changes, with a button to apply them, or a button for each option. */
function repairsOf(app: App, cause: Cause): Node[] {
  const { options = [], changes, country, confidence } = cause;
  if (options.length > 0)
    return [
      el(
        'div',
        { class: 'fixes' },
        ...options.slice(0, MAX_OPTIONS).map((option) => optionButton(app, option, cause.title)),
      ),
    ];
  if (changes.length === 0 && country === undefined) return [];
  const shown = changes.slice(0, MAX_CHANGES).map((change) => el('li', {}, ...changeParts(app, change)));
  const rest = changes.length - shown.length;
  return [
    el('ul', { class: 'changes' }, ...shown, rest > 0 && el('li', {}, `and ${count(rest, 'more change')}`)),
    el(
      'div',
      { class: 'fixes' },
      el('button', { type: 'button', class: 'fix', click: () => apply(app, [cause]) }, 'Apply'),
      el('span', { class: 'confidence' }, CONFIDENCE[confidence]),
    ),
  ];
}

/** Makes the button for an option. If the option has the same title as its cause, the button shows the first change. */
function optionButton(app: App, option: CauseOption, title: string): HTMLElement {
  const [change] = option.changes;
  const isSame = option.title === title && change !== undefined;
  const label = !isSame
    ? [option.title]
    : change.op === 'remove'
      ? ['Remove ', el('code', {}, fieldPath(stepsOf(documentOf(app), change.path)))]
      : changeParts(app, change);
  return el('button', { type: 'button', class: 'fix', click: () => apply(app, [option]) }, ...label);
}

const documentOf = ({ verdict }: App): unknown => (verdict.kind === 'judged' ? verdict.document : undefined);

function changeParts(app: App, change: Operation): (Node | string)[] {
  const document = documentOf(app);
  const path = stepsOf(document, change.path);
  const before = valueAt(document, path);
  const after = change.op === 'remove' ? undefined : change.value;
  return [
    el('code', {}, fieldPath(path)),
    ' ',
    ...(before === undefined ? [] : [el('del', {}, short(before))]),
    ...(before === undefined || after === undefined ? [] : [' → ']),
    ...(after === undefined ? [] : [el('ins', {}, short(after))]),
  ];
}

/** Makes a button that applies all certain repairs, and a label with the number of causes that need a choice. */
function certain(app: App, causes: readonly NumberedCause[]): HTMLElement[] {
  const sure = causes.filter(({ cause }) => cause.confidence === 'certain' && isRepair(cause));
  const choices = causes.filter(({ cause }) => cause.confidence === 'choose' && isRepair(cause)).length;
  if (sure.length < 2) return [];
  const press = () =>
    apply(
      app,
      sure.map(({ cause }) => cause),
    );
  const label = `Apply all certain repairs (${sure.length})`;
  return [
    el(
      'li',
      { class: 'all' },
      el('button', { type: 'button', class: 'fix', click: press }, label),
      choices > 0 && el('span', {}, choices === 1 ? '1 needs a choice' : `${choices} need a choice`),
    ),
  ];
}

const isRepair = ({ changes, country, options = [] }: Cause) =>
  changes.length > 0 || country !== undefined || options.length > 0;

/** Returns a cause's issues that are not reported until other mistakes are repaired. */
const hiddenBy = ({ explains }: Cause, notes: readonly PlacedIssue[]): IssueRef[] =>
  explains.filter(({ field, code }) => !notes.some(({ issue }) => issue.field === field && issue.code === code));

function issueList(app: App, notes: readonly PlacedIssue[], hidden: readonly IssueRef[]): HTMLElement {
  const items = notes.map(({ issue, place }) =>
    el(
      'li',
      { class: issue.severity, 'data-field': issue.field, 'data-code': issue.code },
      el(
        'button',
        { type: 'button', class: 'place', click: () => app.reveal(place.range) },
        el('span', { class: 'field' }, issue.field || 'document'),
        el('span', { class: 'hidden' }, issue.severity === 'error' ? ' error ' : ' warning '),
        el('code', {}, issue.code),
      ),
      el('p', {}, issue.message),
    ),
  );
  const later = hidden.map(({ field, code, severity }) =>
    el(
      'li',
      { class: severity },
      el('span', { class: 'field' }, field || 'document'),
      ' ',
      el('code', {}, code),
      el('p', {}, 'Reported once the mistakes above are repaired.'),
    ),
  );
  return el('ul', { class: 'explained' }, ...items, ...later);
}

/** Explains each code once: its meaning, its rules with the law, and the remedy. */
function explanations({ setting }: App, notes: readonly PlacedIssue[]): HTMLElement[] {
  const byCode = new Map<string, Issue>();
  for (const { issue } of notes) if (!byCode.has(issue.code)) byCode.set(issue.code, issue);
  const shop = registry.shop({ country: setting.country });
  return [...byCode.values()].map((issue) => {
    const known = explain(shop, issue);
    if (known === undefined) return el('p', {}, `${issue.code} has no explanation.`);
    const rows = known.rules.flatMap(({ id, summary, source }) => [
      ...row('Rule', summary, ' ', el('code', {}, id)),
      ...row('Source', ...citations(source)),
    ]);
    const more = [' ', ...docsLink(`codes/${issue.code}`, issue.code)];
    return el('dl', {}, ...row('Meaning', known.meaning, ...more), ...rows, ...row('Remedy', known.remedy));
  });
}

const row = (term: string, ...description: (Node | string)[]) => [el('dt', {}, term), el('dd', {}, ...description)];

/** Splits a source at semicolons, unless it is a single citation that contains a semicolon, and links each citation. */
function citations(source: string): Node[] {
  const parts = addressOf(source) === undefined ? source.split('; ') : [source];
  return parts.map((part) => {
    const address = addressOf(part);
    if (address === undefined) return el('span', { class: 'citation' }, part);
    const link = el('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, part);
    return el('span', { class: 'citation' }, link, ` (read at ${new URL(address).host})`);
  });
}
