import type { ExtensionField, ReceiptLaw } from '../../law/types.js';
import { remove, set, chosen, mutation, type Mutation } from '../mutation.js';

interface Place {
  readonly namespace: string;
  readonly field: ExtensionField;
}

const requiredOf = ({ extensions }: ReceiptLaw) => extensions.filter(({ required }) => required === true);

/** The matching fields of all required namespaces. */
function fieldsOf(law: ReceiptLaw, isOf: (field: ExtensionField) => boolean): Place[] {
  return requiredOf(law).flatMap(({ namespace, fields }) => fields.filter(isOf).map((field) => ({ namespace, field })));
}

/** A mutation of a whole namespace. */
function ofNamespace(name: string, code: string, values: readonly unknown[]): Mutation {
  const make: Mutation['make'] = (_, pick, law) => {
    const path = `extensions.${chosen(requiredOf(law), pick).namespace}`;
    return [[values.length === 0 ? remove(path) : set(path, chosen(values, pick))], [`${path} ${code}`]];
  };
  return mutation(name, code, make, { places: (law) => (requiredOf(law).length === 0 ? [] : [{}]) });
}

/** A mutation of a single field. */
function ofField(
  name: string,
  code: string,
  isOf: (field: ExtensionField) => boolean,
  values: (field: ExtensionField) => readonly unknown[],
): Mutation {
  const make: Mutation['make'] = (_, pick, law) => {
    const { namespace, field } = chosen(fieldsOf(law, isOf), pick);
    const path = `extensions.${namespace}.${field.name}`;
    const wrong = values(field);
    return [[wrong.length === 0 ? remove(path) : set(path, chosen(wrong, pick))], [`${path} ${code}`]];
  };
  return mutation(name, code, make, { places: (law) => (fieldsOf(law, isOf).length === 0 ? [] : [{}]) });
}

const isText = ({ type }: ExtensionField): boolean => type !== 'integer';
const OF_NO_TYPE: Readonly<Record<ExtensionField['type'], readonly unknown[]>> = {
  string: [5, null],
  integer: ['5', 0.5, null],
  counter: [0.5, null, true],
};

export const mutations: readonly Mutation[] = [
  ofNamespace('a missing extension namespace', 'required', []),
  ofNamespace('an extension namespace that is not an object', 'invalid_type', [null, [], 'x']),
  mutation(
    'no extensions',
    'required',
    (_, __, law) => [
      [remove('extensions')],
      requiredOf(law).map(({ namespace }) => `extensions.${namespace} required`),
    ],
    { places: (law) => (requiredOf(law).length === 0 ? [] : [{}]) },
  ),
  ofField(
    'a missing extension field',
    'required',
    ({ required }) => required === true,
    () => [],
  ),
  ofField('an empty extension field', 'too_short', isText, () => ['']),
  ofField(
    'an extension field of the wrong type',
    'invalid_type',
    () => true,
    ({ type }) => OF_NO_TYPE[type],
  ),
  ofField(
    'an out-of-range number in an extension field',
    'out_of_range',
    ({ type }) => type !== 'string',
    ({ type }) => (type === 'counter' ? [-1, 2 ** 53] : [2 ** 53, -(2 ** 53)]),
  ),
];
