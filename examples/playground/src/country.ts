import type { App } from './app.js';
import { docsLink } from './docs.js';
import { byId, el, short } from './dom.js';
import { registry } from './judge.js';
import { apply } from './repair.js';

/** The maximum number of countries to suggest. */
const MAX_CHIPS = 6;

/**
 * Sets a receipt's country if the receipt was opened without one and the diagnosis is certain. If several countries
 * match equally well, lets the user choose.
 */
export function findCountry(app: App): void {
  const place = byId('judged-as', HTMLElement);
  const before = app.setting.country;
  app.settle();
  const cause = app.causes.find(({ cause }) => cause.code === 'country')?.cause;
  const countries = (cause?.options ?? []).flatMap((option) => (option.country === undefined ? [] : [option]));
  if (cause?.country !== undefined && cause.confidence === 'certain') {
    app.set({ country: cause.country });
    const back = () => app.set({ country: before });
    const { currencies, tax } = registry.resolve(cause.country)!.law!;
    place.replaceChildren(
      `Validated under the law of ${nameOf(cause.country)} (${currencies.at(-1)!.code}, ${tax.scheme}). `,
      ...docsLink(`countries/${cause.country.toLowerCase()}`, 'Its law'),
      el('button', { type: 'button', click: choose }, 'Change'),
      el('button', { type: 'button', click: back }, `Back to ${nameOf(before)}`),
    );
  } else if (countries.length > 0) {
    const navigatorCountry = new Intl.Locale(navigator.language).region;
    const own = countries.filter(({ country }) => country === navigatorCountry);
    const chips = [...own, ...countries.filter((option) => !own.includes(option))].slice(0, MAX_CHIPS);
    place.replaceChildren(
      'Which country? ',
      ...chips.map((option) =>
        el('button', { type: 'button', click: () => apply(app, [option]) }, nameOf(option.country!)),
      ),
    );
  } else if (cause === undefined && nothingFits(app)) {
    const { currency, tax } = Object(app.verdict.kind === 'judged' && app.verdict.document) as Stated;
    place.replaceChildren(
      `No country uses currency ${short(currency)} with scheme ${short(tax?.scheme)}. `,
      el('button', { type: 'button', click: choose }, 'Choose a country'),
    );
  } else place.replaceChildren();
  place.hidden = place.childNodes.length === 0;
  shownFor = app.setting.country;
}

const choose = () => byId('country', HTMLElement).focus();

interface Stated {
  readonly currency?: unknown;
  readonly tax?: { readonly scheme?: unknown };
}

/** Whether no country uses the document's currency together with its tax scheme. */
function nothingFits({ verdict }: App): boolean {
  const { currency, tax } = Object(verdict.kind === 'judged' && verdict.document) as Stated;
  const scheme = tax?.scheme;
  if (typeof currency !== 'string' || typeof scheme !== 'string') return false;
  return !registry.packs.some(
    ({ law, schemes }) =>
      law?.currencies.some(({ code }) => code === currency) === true && (schemes as readonly string[]).includes(scheme),
  );
}

/** The country that the current message is about. */
let shownFor = '';

/** Hides the message when the country changes. */
export function forgetCountry(app: App): void {
  const place = byId('judged-as', HTMLElement);
  app.onVerdict(() => {
    if (!place.hidden && app.setting.country !== shownFor) place.hidden = true;
  });
}

const nameOf = (country: string): string => registry.resolve(country)?.law?.name.en ?? country;
