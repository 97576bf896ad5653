import fc from 'fast-check';
import type { ExtensionField, ExtensionNamespace } from '../law/types.js';
import type { LawPack } from '../rule/types.js';
import type { TransactionOptions } from './options.js';
import { free, optional, textsOf, type Texts } from './text.js';

// Cached, because creating an arbitrary for a pattern takes longer than using it.
const made = new WeakMap<LawPack, Map<string, fc.Arbitrary<object | undefined>>>();

/** Generates `extensions` with the law's namespaces: always the required ones, sometimes the others. */
export function extensionsOf(pack: LawPack, options: TransactionOptions): fc.Arbitrary<object | undefined> {
  if (options.extensions !== undefined) return options.extensions;
  const key = `${options.plainText === true} ${options.unusual === true}`;
  const ofPack = made.get(pack) ?? new Map<string, fc.Arbitrary<object | undefined>>();
  made.set(pack, ofPack);
  const known = ofPack.get(key) ?? ofLaw(pack, options);
  ofPack.set(key, known);
  return known;
}

function ofLaw(pack: LawPack, options: TransactionOptions): fc.Arbitrary<object | undefined> {
  const { extensions } = pack.law;
  const others = optional(
    without(
      free,
      extensions.map(({ namespace }) => namespace),
    ),
  );
  if (extensions.length === 0) return others;
  const judged = options.unusual === true ? new Set<string>() : judgedApart(pack);
  const drawn = extensions.map((namespace): [string, fc.Arbitrary<unknown>] => {
    const one = namespaceOf(namespace, judged, options);
    return [namespace.namespace, namespace.required === true ? one : optional(one)];
  });
  return fc
    .tuple(fc.record(Object.fromEntries(drawn)), others)
    .map(([own, more]): object | undefined =>
      more === undefined && Object.values(own).every((value) => value === undefined) ? undefined : { ...more, ...own },
    );
}

/** Fields that custom rules check, such as a checksum. The law does not say what those rules require. */
function judgedApart({ law, rules }: LawPack): ReadonlySet<string> {
  const shared = ['fiscal-data', ...namespaceRules(law)];
  return new Set<string>(rules.filter(({ id }) => !shared.includes(id)).flatMap(({ reads }) => reads));
}

/** The ids of the rules that are derived from the law's namespaces. */
const namespaceRules = ({ extensions }: LawPack['law']): string[] =>
  extensions.flatMap(({ namespace }) => {
    const id = `extensions-${namespace.toLowerCase()}`;
    return [id, `${id}-form`];
  });

function namespaceOf(
  { namespace, fields }: ExtensionNamespace,
  judged: ReadonlySet<string>,
  options: TransactionOptions,
): fc.Arbitrary<unknown> {
  const texts = textsOf(options.plainText);
  const drawn = fields
    .filter(({ name, required }) => required === true || !judged.has(`extensions.${namespace}.${name}`))
    .map((field): [string, fc.Arbitrary<unknown>] => {
      const value = valueOf(field, texts, options);
      return [field.name, field.required === true ? value : optional(value)];
    });
  const others = without(
    free,
    fields.map(({ name }) => name),
  );
  return fc
    .record({ data: fc.record(Object.fromEntries(drawn)), more: optional(others) })
    .map(({ data, more }) => ({ ...more, ...data }));
}

/** A value that matches the field's pattern; with `unusual`, it may have any form. */
function valueOf(field: ExtensionField, texts: Texts, options: TransactionOptions): fc.Arbitrary<unknown> {
  const { type, pattern, example } = field;
  const { named } = texts;
  if (type === 'integer' && pattern === undefined)
    return fc.oneof({ withCrossShrink: true }, fc.constant(example), fc.integer());
  if (type !== 'string' && pattern !== undefined) return fc.constant(example);
  if (type === 'counter')
    return fc.oneof({ withCrossShrink: true }, fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER), named('1'));
  const text = named(String(example));
  if (pattern === undefined) return text;
  const formed = fc.oneof(
    { withCrossShrink: true },
    fc.constant(example),
    ofPattern(pattern, String(example), options),
  );
  return options.unusual === true
    ? fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: formed }, { weight: 1, arbitrary: text })
    : formed;
}

/** Generating longer strings would take most of the time for a document. */
const MAX_LENGTH = 400;
const ASCII = /^[ -~]*$/;

/** Strings that match a pattern, or only the example if fast-check cannot generate a suitable string. */
function ofPattern(pattern: string, example: string, { plainText }: TransactionOptions): fc.Arbitrary<string> {
  const form = new RegExp(pattern, 'u');
  const isRight = (text: string): boolean =>
    text.length <= MAX_LENGTH && form.test(text) && (plainText !== true || ASCII.test(text));
  let drawn: fc.Arbitrary<string>;
  try {
    drawn = fc.stringMatching(form, { size: 'xsmall' });
    fc.sample(drawn, { numRuns: 1, seed: 1 });
  } catch {
    return fc.constant(example);
  }
  return drawn.map((text) => (isRight(text) ? text : example));
}

function without(
  objects: fc.Arbitrary<Record<string, unknown>>,
  names: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  return objects.map((value) =>
    names.some((name) => Object.hasOwn(value, name))
      ? Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)))
      : value,
  );
}
