import { readdirSync, readFileSync } from 'node:fs';
import { packs } from 'receipt-rule-packs/packs';

const PACKS = new URL('../../../packs/', import.meta.url);
/** Texts that packs cite without an address: identifiers that the publishers resolve to an address. */
const KNOWN: Readonly<Record<string, string>> = {
  'CJEU C-484/06 (Ahold)': 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=ecli:ECLI:EU:C:2008:413',
  'Directive 98/6/EC art. 2(a), 3': 'https://eur-lex.europa.eu/eli/dir/1998/6/oj',
  'Directive 2006/112/EC, art. 196': 'https://eur-lex.europa.eu/eli/dir/2006/112/oj',
  'Directive 2006/112/EC, art. 33 and 369a–369k': 'https://eur-lex.europa.eu/eli/dir/2006/112/oj',
};

/**
 * Hosts of those who make or apply the law. A data set or a newspaper is where a rate was looked up, and is not the
 * law.
 */
const OFFICIAL =
  /(?:^|\.)(?:gov(?:\.[a-z]{2})?|gv\.at|europa\.eu|finlex\.fi|vero\.fi|eduskunta\.fi|lovdata\.no|skatteetaten\.no|regjeringen\.no|riigiteataja\.ee|lrs\.lt|rijksoverheid\.nl|njt\.hu|nalunaarutit\.gl|porezna-uprava\.hr|cnb\.cz|evem\.si)$/;

/** The addresses at which the citations of the rules can be read, if the packs have them. */
export function laws(): Record<string, string> {
  const addresses = new Map(Object.entries(KNOWN));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { citation, references = [] } = value as { citation?: unknown; references?: readonly { url?: string }[] };
    const address = references.find(({ url }) => url !== undefined && OFFICIAL.test(new URL(url).host))?.url;
    if (typeof citation === 'string' && address !== undefined) addresses.set(citation, address);
    Object.values(value).forEach(visit);
  };
  for (const folder of readdirSync(PACKS, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const file of ['rates.json', 'law.json'])
      visit(JSON.parse(readFileSync(new URL(`${folder.name}/${file}`, PACKS), 'utf8')));
  }
  const cited = new Set(packs.flatMap(({ rules }) => rules.flatMap(({ source }) => [source, ...source.split('; ')])));
  return Object.fromEntries([...addresses].filter(([citation]) => cited.has(citation)));
}
