import samples from 'playground:samples';
import type { App } from '../app.js';
import { dialog } from '../dialog.js';
import { count, el } from '../dom.js';
import { judge } from '../judge.js';
import type { Setting } from '../verdict.js';
import type { Sample, Shelf } from './sample.js';

const SHELVES: Readonly<Record<Shelf, string>> = {
  receipts: 'Receipts',
  mistakes: 'Mistakes',
  faults: 'One fault per code',
  corrections: 'Corrections',
  oss: 'One-Stop-Shop',
  rounding: 'Cash rounding',
  food: 'Food, April 2026',
};

const PLAIN: Setting = { country: 'SE', multiLocation: false, rateWindows: 'warn', originalDay: '' };

/** Opens a dialog for choosing a sample. Samples of the currently selected country come first. */
export function showGallery(app: App): void {
  const list = el('div', {});
  const status = el('p', { role: 'status' });
  const search = el('input', { type: 'search', autocomplete: 'off', input: () => draw() });
  const country = el('select', { change: () => draw() }, ...countryOptions(app.setting.country));
  let shelf: Shelf | undefined;
  const open = (sample: Sample) => {
    app.open(`${JSON.stringify(sample.document, null, 2)}\n`, { ...PLAIN, ...sample.setting });
    window.close();
  };
  const button = (name: Shelf | undefined, label: string) => {
    const press = () => {
      shelf = name;
      draw();
    };
    return el('button', { type: 'button', 'data-shelf': name ?? '', click: press }, label);
  };
  const buttons = [
    button(undefined, 'All'),
    ...Object.entries(SHELVES).map(([name, label]) => button(name as Shelf, label)),
  ];
  const draw = () => {
    for (const button of buttons) button.ariaPressed = String(button.dataset.shelf === (shelf ?? ''));
    const words = search.value.toLowerCase().split(/\s+/);
    const found = samples.filter(
      (sample) =>
        (shelf === undefined || sample.shelves.includes(shelf)) &&
        (country.value === '' || sample.setting.country === country.value) &&
        words.every((word) => nameOf(sample).toLowerCase().includes(word)),
    );
    status.textContent = count(found.length, 'sample');
    list.replaceChildren(...byCountry(found, app.setting.country).flatMap(([name, own]) => group(name, own, open)));
  };
  draw();
  const shelves = el('div', { class: 'tools', role: 'group', 'aria-label': 'Kind of sample' }, ...buttons);
  const filters = el('p', { class: 'tools' }, el('label', {}, 'Country ', country), el('label', {}, 'Search ', search));
  const window = dialog('Samples', filters, shelves, status, list);
}

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const nameOfCountry = (country: string): string => regions.of(country) ?? country;
const nameOf = ({ title, setting: { country } }: Sample) => `${nameOfCountry(country)} ${title}`;

/** Makes options for all countries with samples, sorted by name, with the current country selected. */
function countryOptions(own: string): HTMLElement[] {
  return [
    el('option', { value: '' }, 'All countries'),
    ...byCountry(samples, '').map(([country, of]) =>
      el('option', { value: country, selected: country === own }, `${nameOfCountry(country)} (${of.length})`),
    ),
  ];
}

/** Groups samples by country. Sorts countries by name, except that the given country comes first. */
function byCountry(found: readonly Sample[], first: string): (readonly [country: string, samples: Sample[]])[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of found) {
    const { country } = sample.setting;
    groups.set(country, [...(groups.get(country) ?? []), sample]);
  }
  return [...groups].sort(
    ([a], [b]) => Number(b === first) - Number(a === first) || nameOfCountry(a).localeCompare(nameOfCountry(b), 'en'),
  );
}

function group(country: string, own: readonly Sample[], open: (sample: Sample) => void): HTMLElement[] {
  const cards = own.map((sample) =>
    el(
      'li',
      {},
      card(sample, () => open(sample)),
    ),
  );
  return [el('h3', {}, nameOfCountry(country)), el('ul', { class: 'samples' }, ...cards)];
}

function card(sample: Sample, click: () => void): HTMLElement {
  const { title, setting, document } = sample;
  const result = judge.document(document, { ...PLAIN, ...setting });
  const codes = [...new Set([...(result?.issues ?? []), ...(result?.warnings ?? [])].map(({ code }) => code))];
  return el(
    'button',
    { type: 'button', click },
    el('span', {}, title),
    el('span', { class: result?.valid ? 'good' : 'bad' }, result?.valid ? '✓ valid' : '✗ refused'),
    codes.length > 0 && el('code', {}, codes.join(' · ')),
  );
}
