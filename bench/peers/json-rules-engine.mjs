import { Engine } from 'json-rules-engine';

export const does = 'three sums and the rates';

/** A rule engine does not check structure. */
export const judges = 'rules';

export function create() {
  const run = build();
  return (document) => run(document).then(({ results }) => results.length === 4);
}

function build() {
  const engine = new Engine();
  const sum = (pick) => (_, almanac) => almanac.factValue('document').then((document) => pick(document));
  engine.addFact(
    'lines',
    sum(({ items }) => items.reduce((total, { amount }) => total + amount, 0)),
  );
  engine.addFact(
    'discounts',
    sum(({ items }) => items.reduce((total, { discount }) => total + (discount?.amount ?? 0), 0)),
  );
  engine.addFact(
    'vat',
    sum(({ tax }) => tax.summary.reduce((total, { taxAmount }) => total + taxAmount, 0)),
  );
  engine.addFact(
    'rates',
    sum(({ items }) => items.map(({ taxRate }) => taxRate)),
  );
  engine.addOperator('within', (rates, table) => rates.every((rate) => table.includes(rate)));
  const equal = (fact, path) => ({ fact, operator: 'equal', value: { fact: 'document', path } });
  const rules = [
    equal('lines', '$.totals.subtotal'),
    equal('discounts', '$.totals.discount'),
    equal('vat', '$.totals.tax'),
  ];
  for (const condition of [...rules, { fact: 'rates', operator: 'within', value: [25, 12, 6, 0] }]) {
    engine.addRule({ conditions: { all: [condition] }, event: { type: 'holds' } });
  }
  return (document) => engine.run({ document });
}
