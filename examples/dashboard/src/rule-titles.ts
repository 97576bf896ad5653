import { explain, type Issue, type Registry } from 'receipt-rule-packs';

/**
 * Returns a sentence that says what a rule requires; undefined if no pack contains the rule.
 *
 * @param country the country of all the documents. If undefined, the sentence for a rule that differs by country, such
 *   as the currency rule, says only what is wrong
 */
export type RuleTitles = (rule: string, country?: string) => string | undefined;

interface Title {
  /** The meaning of the rule's first code, which is the same in every country. */
  readonly meaning: string;
  readonly summaries: Map<string, string>;
}

export function ruleTitles(registry: Registry): RuleTitles {
  const titles = new Map<string, Title>();
  for (const { country, rules } of registry.packs) {
    const shop = registry.shop({ country });
    for (const { id, codes } of rules) {
      // `explain` reads only the code and the rule of an issue.
      const found = explain(shop, { code: codes[0], rule: id } as Issue);
      const [rule] = found?.rules ?? [];
      if (found === undefined || rule === undefined) continue;
      const title = titles.get(id) ?? { meaning: found.meaning, summaries: new Map<string, string>() };
      title.summaries.set(country, rule.summary);
      titles.set(id, title);
    }
  }
  return (rule, country) => {
    const title = titles.get(rule);
    const own = country === undefined ? undefined : title?.summaries.get(country);
    if (title === undefined || own !== undefined) return own;
    const [common, ...others] = new Set(title.summaries.values());
    return others.length === 0 ? common : title.meaning;
  };
}
