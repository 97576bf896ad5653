import { nodeRange, union, type NodeSet } from '../document/node-set.js';
import { placeOf } from '../document/places.js';
import type { Scheme } from '../document/scheme.js';
import type { Severity } from '../issues/issue.js';
import type { Rule } from './types.js';

/**
 * A rule in the form that the runner uses, with the fields that it reads resolved to schema nodes. Declared rules have
 * different fields; compiled ones all have the same shape, because every run reads some fields of each (measured: this
 * halves the time of the rules on a small receipt).
 */
export interface CompiledRule {
  readonly id: string;
  readonly check: Rule['check'];
  readonly severity: Severity;
  /** Fields inside extensions that the pack's rules read, in the order of their issues. */
  readonly insideOrder: readonly string[];
  /** The runner skips the whole rule if one of these nodes has a fault. */
  readonly nodes: NodeSet;
  /** The runner skips the rule if one of these namespaces of `extensions` has a fault. */
  readonly namespaces: readonly string[];
  /** The node of the array whose elements the rule checks one by one; -1 if there is none. */
  readonly each: number;
  /** The runner skips the rule for an element with a fault in one of these fields. */
  readonly elementMask: number;
}

const NONE: NodeSet = { low: 0, middle: 0, high: 0 };

/** @throws UsageError if `reads` names a field that schema 2.1 does not have */
function compileRule(rule: Rule, insideOrder: readonly string[]): CompiledRule {
  const { id, check, severity, reads } = rule;
  const each = rule.each === undefined ? -1 : placeOf(rule.each).node;
  let nodes = each < 0 ? NONE : nodeRange(each, each);
  let elementMask = 0;
  for (const pattern of reads) {
    const { node, array } = placeOf(pattern);
    if (each >= 0 && array === each) elementMask |= 1 << (node - each - 1);
    else nodes = union(nodes, nodeRange(node, node));
  }
  const namespaces = reads.flatMap((pattern) => /^extensions\.([^.]+)/.exec(pattern)?.[1] ?? []);
  return { id, check, severity, insideOrder, nodes, namespaces, each, elementMask };
}

/**
 * Selects the pack's rules that apply to a document, by the document's scheme and by whether rate dates are checked.
 */
export type SelectRules = (scheme: Scheme | undefined, dates: boolean) => readonly CompiledRule[];

/** Compiles a pack's rules on first use, so that creating a registry of thirty packs is quick. */
export function compiledWhenUsed(pack: { readonly rules: readonly Rule[] }): SelectRules {
  let select: SelectRules | undefined;
  return (scheme, dates) => (select ??= compileRules(pack.rules))(scheme, dates);
}

/** Compiles a pack's rules, and caches each selection. */
function compileRules(rules: readonly Rule[]): SelectRules {
  const insideOrder = [...new Set(rules.flatMap(({ reads }) => reads))].filter((pattern) =>
    pattern.startsWith('extensions.'),
  );
  const compiled = rules.map((rule) => ({ rule, compiled: compileRule(rule, insideOrder) }));
  const selections = {
    with: new Map<Scheme | undefined, CompiledRule[]>(),
    without: new Map<Scheme | undefined, CompiledRule[]>(),
  };
  return (scheme, dates) => {
    const known = dates ? selections.with : selections.without;
    let selected = known.get(scheme);
    if (selected === undefined) {
      selected = compiled.filter(({ rule }) => concerns(rule, scheme, dates)).map(({ compiled }) => compiled);
      known.set(scheme, selected);
    }
    return selected;
  };
}

function concerns({ schemes, dated = false }: Rule, scheme: Scheme | undefined, dates: boolean): boolean {
  return (dates || !dated) && (schemes === undefined || (scheme !== undefined && schemes.includes(scheme)));
}
