import { readdirSync, readFileSync } from 'node:fs';
import { packs } from 'receipt-rule-packs/packs';

const PACKS = new URL('../../../packs/', import.meta.url);
/**
 * The addresses of laws and publications that packs cite only by an identifier. The publishers' sites resolve these
 * identifiers.
 */
const KNOWN: Readonly<Record<string, string>> = {
  'CJEU C-484/06 (Ahold)': 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=ecli:ECLI:EU:C:2008:413',
  'Directive 98/6/EC art. 2(a), 3': 'https://eur-lex.europa.eu/eli/dir/1998/6/oj',
  'Directive 2006/112/EC, art. 196': 'https://eur-lex.europa.eu/eli/dir/2006/112/oj',
  'Directive 2006/112/EC, art. 33 and 369a–369k': 'https://eur-lex.europa.eu/eli/dir/2006/112/oj',
};

/**
 * Hosts of legislators and authorities. Other references, such as data sets and newspapers, only show where a rate was
 * looked up.
 */
const OFFICIAL =
  /(?:^|\.)(?:gov(?:\.[a-z]{2})?|gv\.at|europa\.eu|finlex\.fi|vero\.fi|eduskunta\.fi|lovdata\.no|skatteetaten\.no|regjeringen\.no|riigiteataja\.ee|lrs\.lt|rijksoverheid\.nl|njt\.hu|nalunaarutit\.gl|porezna-uprava\.hr|cnb\.cz|evem\.si)$/;

/** Returns the known addresses of cited texts, by citation. */
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
