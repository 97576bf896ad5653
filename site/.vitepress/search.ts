/**
 * Search options for the site. VitePress sends the functions to the browser as source text, so each must contain
 * everything it needs.
 */
import type { DefaultTheme } from 'vitepress';

type SearchOptions = NonNullable<NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']>['searchOptions']>;

export const SEARCH: SearchOptions = {
  boost: { title: 6, titles: 3, text: 1 },
  prefix: (term: string) => term.length > 2,
  fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
  /** Splits text into words, and adds the English term for words from other languages and products. */
  tokenize: (text: string) =>
    Object.entries({
      refund: 'retur return storno rückgabe retoure avoir remboursement reso zwrot vratka reembolso devolución',
      receipt: 'kvitto kvittering kuitti bon kassenbon ticket scontrino paragon účtenka',
      rounding: 'rundung öresavrundning øreavrunding pyöristys arrotondamento afronding',
      tip: 'dricks gratuity trinkgeld pourboire drikkepenger',
      voucher: 'gift_card presentkort gavekort gutschein store_credit',
      rate: 'moms mva mwst tva iva ptu dph vat sales_tax',
      discount: 'rabatt remise sconto coupon',
      webhook: 'callback signature hmac',
      // The term for this tax in the United States.
      states: 'sales_tax',
    }).reduce(
      (words, [word, others]) =>
        others.split(' ').some((one) => ` ${text.toLowerCase()} `.includes(` ${one.replace('_', ' ')} `))
          ? [...words, word]
          : words,
      text.split(/[\s\p{P}]+/u).filter(Boolean),
    ),
  /** The added terms count less than the words that the user typed. */
  boostTerm: (term: string) => (/^(?:rate|webhook|receipt)$/.test(term) ? 0.4 : 1),
  boostDocument: (id: string) =>
    [
      [/\/(?:guides\/|cookbook\.html)/, 8],
      [/\/codes\//, 5],
      [/\/countries\//, 4],
      [/\/examples\//, 2],
      [/\/internals\//, 0.3],
    ].reduce((boost, [path, weight]) => ((path as RegExp).test(id) ? (weight as number) : boost), 1),
};

/**
 * A page's text in the search index. Each page about a code or cause is a single section, because these pages all have
 * the same headings.
 */
export const renderForSearch: NonNullable<DefaultTheme.LocalSearchOptions['_render']> = (source, env, md) => {
  const html = md.render(source, env);
  if (env.frontmatter?.search === false) return '';
  return /(?:^|\/)(?:codes|causes)\//.test(env.relativePath) ? html.replaceAll(/<h2.*?<\/h2>/gs, '') : html;
};
