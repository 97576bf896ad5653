import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkLawFile } from '../../scripts/generate/check-schemas';
import { changed, set, type Change } from '../support/changes';

const read = (name: string): unknown => JSON.parse(readFileSync(`packs/se-receipt-1/${name}.json`, 'utf8'));
const fault = (name: 'law' | 'rates', change: Change) => () =>
  checkLawFile(`${name}.json`, changed(read(name), [change]), name);

describe('validation of law files', () => {
  it.each<['law' | 'rates', Change, found: string, meant: string]>([
    ['law', set('timezone', 'Europe/Stockholm'), 'timezone', 'timeZone'],
    ['law', set('name.locale', 'Sverige'), 'locale', 'local'],
    ['law', set('tax.priceIncludesTax', true), 'priceIncludesTax', 'pricesIncludeTax'],
    ['law', set('cashRounding[0].incremnt', 5), 'incremnt', 'increment'],
    ['law', set('extensions[0].fields[1].warnigCode', 'x'), 'warnigCode', 'warningCode'],
    ['rates', set('[0].productClass', 'food'), 'productClass', 'productTaxClass'],
    ['rates', set('[0].references', [{ link: 'https://example.com', title: 'Act' }]), 'link', 'checkedOn'],
  ])('refuses an unknown field in %s.json, and suggests a known field: %j', (name, change, found, meant) => {
    expect(fault(name, change)).toThrow(found);
    expect(fault(name, change)).toThrow(meant);
  });

  it.each<['law' | 'rates', Change, place: string]>([
    ['law', set('labels.tip', 'Dricks'), '/labels'],
    ['law', set('corrections', ['sale']), '/corrections/0'],
    ['law', set('corrections', ['refund', 'refund']), '/corrections'],
    ['law', set('cashRounding[0].other', 'part'), '/cashRounding/0/other'],
    ['law', set('tax.references', [{ checkedOn: '2026-11-21' }]), '/tax/references/0'],
    ['law', set('tax.references', [{ url: 'ftp://example.com' }]), '/tax/references/0/url'],
    ['rates', set('[0].references', [{ title: 'Act', checkedOn: '2026-02-30' }]), '/0/references/0/checkedOn'],
    ['rates', set('[0].references', []), '/0/references'],
  ])('refuses, in %s.json, %j at %s', (name, change, place) => {
    expect(fault(name, change)).toThrow(place);
  });

  it.each<['law' | 'rates', Change]>([
    ['law', set('corrections', ['refund', 'void'])],
    ['law', set('tax.references', [{ url: 'https://example.com', checkedOn: '2026-11-21' }])],
    ['rates', set('[0].references', [{ note: 'Made up' }])],
  ])('accepts in %s.json: %j', (name, change) => {
    expect(fault(name, change)).not.toThrow();
  });
});
