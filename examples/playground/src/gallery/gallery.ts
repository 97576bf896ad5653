import samples from 'playground:samples';
import type { App } from '../app.js';
import { dialog } from '../dialog.js';
import { count, el } from '../dom.js';
import { judge } from '../judge.js';
import type { Setting } from '../verdict.js';
import type { Sample, Shelf } from './sample.js';

const SHELVES: Readonly<Record<Shelf, string>> = {
  receipts: 'Receipts',
  faults: 'One fault per code',
  corrections: 'Corrections',
  oss: 'One-Stop-Shop',
  rounding: 'Cash rounding',
  food: 'Food, April 2026',
};

const PLAIN: Setting = { country: 'SE', multiLocation: false, rateWindows: 'warn', originalDay: '' };

/** The dialog to choose a sample. */
export function showGallery(app: App): void {
  const list = el('ul', { class: 'samples' });
  const status = el('p', { role: 'status' });
  const search = el('input', { type: 'search', autocomplete: 'off', input: () => draw() });
  let shelf: Shelf = 'receipts';
  const open = (sample: Sample) => {
    app.open(`${JSON.stringify(sample.document, null, 2)}\n`, { ...PLAIN, ...sample.setting });
    window.close();
  };
  const buttons = Object.entries(SHELVES).map(([name, label]) => {
    const press = () => {
      shelf = name as Shelf;
      draw();
    };
    return el('button', { type: 'button', 'data-shelf': name, click: press }, label);
  });
  const draw = () => {
    for (const button of buttons) button.ariaPressed = String(button.dataset.shelf === shelf);
    const words = search.value.toLowerCase().split(/\s+/);
    const found = samples.filter(
      (sample) => sample.shelves.includes(shelf) && words.every((word) => nameOf(sample).toLowerCase().includes(word)),
    );
    status.textContent = count(found.length, 'sample');
    list.replaceChildren(
      ...found.map((sample) =>
        el(
          'li',
          {},
          card(sample, () => open(sample)),
        ),
      ),
    );
  };
  draw();
  const label = el('label', {}, 'Search ', search);
  const shelves = el('div', { class: 'tools', role: 'group', 'aria-label': 'Kind of sample' }, ...buttons);
  const window = dialog('Samples', shelves, el('p', {}, label), status, list);
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });
const nameOf = ({ title, setting: { country } }: Sample) => `${countries.of(country) ?? country} ${title}`;

function card(sample: Sample, click: () => void): HTMLElement {
  const { title, setting, document } = sample;
  const result = judge.document(document, { ...PLAIN, ...setting });
  const codes = [...new Set([...(result?.issues ?? []), ...(result?.warnings ?? [])].map(({ code }) => code))];
  return el(
    'button',
    { type: 'button', click },
    el('span', {}, title),
    el('span', { class: result?.valid ? 'good' : 'bad' }, result?.valid ? '✓ valid' : '✗ refused'),
    el('code', {}, [countries.of(setting.country), ...codes].join(' · ')),
  );
}
