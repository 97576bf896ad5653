import { SCHEMES } from '../../document/structure.generated.js';
import { schemesOf } from '../../law/schemes.js';
import { set, chosen, mutation, type Mutation } from '../mutation.js';

export const mutations: readonly Mutation[] = [
  mutation(
    'a scheme of another country',
    'tax.scheme/scheme_not_allowed',
    (_, pick, law) => {
      const others = SCHEMES.filter((scheme) => !schemesOf(law).includes(scheme));
      return [[set('tax.scheme', chosen(others, pick))], ['tax.scheme tax.scheme/scheme_not_allowed']];
    },
    { rule: 'tax-scheme' },
  ),
];
