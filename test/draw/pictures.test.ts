import { readdirSync, readFileSync } from 'node:fs';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { FOLDER, PAGE, picturedReceipts, receiptsPage } from '../../scripts/pictures/receipts';
import { pictureOf, sizeOf } from '../../scripts/pictures/svg';

const registry = createRegistry(packs);
const pictures = picturedReceipts();
const read = (path: string) => readFileSync(path, 'utf8');

describe('the page with receipts by country', () => {
  it('shows every kind of receipt for at least ten countries', () => {
    const countriesWith = (kind: string) => pictures.filter((each) => each.kind === kind).map(({ country }) => country);
    const all = [
      ...['SE', 'NO', 'DK', 'DE', 'AT', 'IT', 'ES', 'PL', 'PT', 'BE', 'FI', 'CZ', 'SK', 'HU', 'LT'],
      ...['LV', 'EE', 'LU', 'CY', 'MT', 'GB', 'US'],
    ];
    for (const kind of ['sale', 'refund', 'void', 'exchange']) expect(countriesWith(kind)).toEqual(all);
    expect(countriesWith('rounding')).toEqual([...['SE', 'NO', 'DK', 'IT', 'BE', 'FI', 'CZ', 'SK', 'HU', 'LT', 'EE']]);
    expect(countriesWith('fiscal')).toEqual(['SE', 'NO', 'DE', 'AT', 'IT', 'ES', 'PL', 'PT', 'SK', 'HU']);
  });

  it('matches the generated page, and has every picture', () => {
    expect(read(PAGE)).toBe(receiptsPage(pictures));
    expect(readdirSync(FOLDER).sort()).toEqual(pictures.map(({ path }) => path.slice(FOLDER.length + 1)).sort());
  });

  it.each(pictures)('has an up-to-date picture: $title', ({ path, drawing, title }) => {
    const picture = read(path);
    expect(picture).toBe(pictureOf(drawing, title, 'either', sizeOf(picture)));
  });

  it.each(pictures)('shows a valid document: $title', ({ document, country }) => {
    expect(registry.validate(document, { country }).issues).toEqual([]);
  });
});
