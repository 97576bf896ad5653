import { isIssueCode, type CodeMeaning } from '../issues/issue-codes.js';
import type { ReceiptLaw } from '../law/types.js';
import { formTexts } from '../rules/extensions/form.js';
import { isSummarized, summaryOf } from '../rules/summaries.js';
import { isField } from '../document/places.js';
import { show } from '../text/show.js';
import { assertArgument } from '../usage/assert.js';
import { UsageError } from '../usage/usage-error.js';
import { compiledWhenUsed } from '../rule/compile.js';
import { DocumentRun } from './document-run.js';
import type { PackDefinition, Rule, RulePack } from '../rule/types.js';

const PACK_ID = /^[a-z]{2}-[a-z_]+-[1-9][0-9]*$/;
const RULE_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const OWN_CODE = /^[a-z][a-z0-9_]*$/;
const SEVERITIES: readonly string[] = ['error', 'warning'];

/**
 * Creates a rule pack from data and rules.
 *
 * @throws UsageError `invalid_pack` if a part of the definition is missing or has the wrong type, or if parts
 * contradict each other: repeated or malformed ids, malformed codes, reads that are not fields
 */
export function definePack<const Country extends string>(definition: PackDefinition<Country>): RulePack<Country> {
  assertArgument(isObject(definition), 'definition', 'an object with the data and rules of a pack', definition);
  const fault = packFault(definition);
  if (fault !== undefined) {
    const message = `pack ${isText(definition.id) ? definition.id : 'without id'}: ${fault}`;
    throw new UsageError('invalid_pack', 'definition', message);
  }
  return { ...definition, check: checkOf(definition) };
}

/** Creates a pack's check function, which compiles the rules on its first call. */
export function checkOf(pack: Pick<RulePack, 'law' | 'rules'>): RulePack['check'] {
  const select = compiledWhenUsed(pack);
  return (transaction, options) => {
    const run = new DocumentRun(transaction, transaction.items, pack.law, options);
    run.judge(select, undefined);
    return run.all();
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): boolean => Array.isArray(value) && Array.from<unknown>(value).every(isText);

/** Finds a part that is missing or has the wrong type. After such a fault, no other checks are possible. */
function partFault({ id, country, currency, schemes, rules }: PackDefinition): string | undefined {
  for (const [name, value] of Object.entries({ id, country, currency })) {
    if (!isText(value)) return `${name} must be a string, found ${show(value)}`;
  }
  if (!isList(schemes)) return `schemes must be an array of strings, found ${show(schemes)}`;
  if (!Array.isArray(rules)) return `rules must be an array, found ${show(rules)}`;
  for (let i = 0; i < rules.length; i++) {
    const fault = rulePartFault(rules[i] as unknown);
    if (fault !== undefined) return `rules[${i}]${fault}`;
  }
  return undefined;
}

function rulePartFault(rule: unknown): string | undefined {
  if (!isObject(rule)) return ` must be an object, found ${show(rule)}`;
  const {
    id,
    codes,
    summary,
    source,
    reads,
    optionalReads = [],
    schemes = [],
    meanings = {},
    check,
  } = rule as Partial<Rule>;
  const isShared = summary === undefined && isText(id) && isSummarized(id);
  for (const [name, value] of Object.entries({ id, source, ...(isShared ? {} : { summary }) })) {
    if (!isText(value)) return `.${name} must be a string, found ${show(value)}`;
  }
  for (const [name, value] of Object.entries({ codes, reads, optionalReads, schemes })) {
    if (!isList(value)) return `.${name} must be an array of strings, found ${show(value)}`;
  }
  if (!isObject(meanings)) return `.meanings must be an object, found ${show(meanings)}`;
  return typeof check === 'function' ? undefined : `.check must be a function, found ${show(check)}`;
}

/** Says what is wrong with a pack's definition; undefined if the definition is valid. */
export function packFault(definition: PackDefinition): string | undefined {
  return partFault(definition) ?? headFault(definition) ?? rulesFault(definition);
}

function headFault({ id, country, documentTier, currency, schemes, rules }: PackDefinition): string | undefined {
  if (!PACK_ID.test(id)) return 'the id must be like se-receipt-1';
  if (!/^[A-Z]{2}$/.test(country)) return 'country must be an ISO 3166-1 alpha-2 code';
  if (!id.startsWith(`${country.toLowerCase()}-`))
    return `the id must begin with the country, ${country.toLowerCase()}-`;
  if (documentTier !== 'receipt') return 'documentTier must be receipt';
  if (!/^[A-Z]{3}$/.test(currency)) return 'currency must be an ISO 4217 code';
  if (schemes.length === 0) return 'schemes is empty';
  if (new Set(schemes).size !== schemes.length) return 'schemes repeats a scheme';
  if (rules.length === 0) return 'rules is empty';
  return undefined;
}

function rulesFault({ schemes, rules, law }: PackDefinition): string | undefined {
  const ids = new Set<string>();
  for (const rule of rules) {
    if (!RULE_ID.test(rule.id)) return `rule id ${rule.id} is not in kebab-case`;
    if (ids.has(rule.id)) return `two rules have the id ${rule.id}`;
    ids.add(rule.id);
    if (!SEVERITIES.includes(rule.severity))
      return `rule ${rule.id} has the severity ${show(rule.severity)}, which is neither error nor warning`;
    const foreign = rule.schemes?.find((scheme) => !schemes.includes(scheme));
    if (foreign !== undefined) return `rule ${rule.id} is for ${foreign}, which is not in schemes`;
    if (rule.codes.length === 0) return `rule ${rule.id} declares no codes`;
    if (new Set(rule.codes).size !== rule.codes.length) return `rule ${rule.id} repeats a code`;
    if (rule.reads.length === 0) return `rule ${rule.id} declares no reads`;
    const noField = [...rule.reads, ...(rule.optionalReads ?? [])].find((read) => !isField(read));
    if (noField !== undefined) return `rule ${rule.id} reads ${noField}, which is not a field of schema 2.1`;
    const { each } = rule;
    if (each !== undefined && !rule.reads.some((read) => read.startsWith(`${each}[]`))) {
      return `rule ${rule.id} checks each of ${each}, but reads none of their fields`;
    }
    // Without a law, a shared rule cannot have a summary that depends on one.
    const summary = rule.summary ?? (law === undefined ? rule.id : summaryOf(rule, law));
    if (summary.trim() === '' || rule.source.trim() === '') return `rule ${rule.id} lacks a summary or a source`;
    const codesFault = rule.codes.map((code) => codeFault(rule, code, law)).find((fault) => fault !== undefined);
    if (codesFault !== undefined) return `rule ${rule.id} ${codesFault}`;
    const other = Object.keys(rule.meanings ?? {}).find((code) => !rule.codes.includes(code));
    if (other !== undefined) return `rule ${rule.id} has a meaning for ${other}, which is not one of its codes`;
  }
  return undefined;
}

/**
 * The library has explanations for its own codes and for the warning codes of a law's fields. For any other code, the
 * rule must state a meaning and a remedy.
 */
function codeFault({ meanings = {} }: Rule, code: string, law: ReceiptLaw | undefined): string | undefined {
  const isOwn = !isIssueCode(code);
  if (isOwn && !OWN_CODE.test(code)) return `declares ${code}, which is not a code`;
  const own: Partial<CodeMeaning> | undefined = Object.hasOwn(meanings, code)
    ? (Object(meanings[code]) as Partial<CodeMeaning>)
    : undefined;
  if (!isOwn) return own && `has a meaning for ${code}, which the library explains`;
  if (law !== undefined && formTexts(law, code) !== undefined) return undefined;
  const isSaid = (text: unknown): boolean => isText(text) && text.trim() !== '';
  return isSaid(own?.meaning) && isSaid(own?.remedy)
    ? undefined
    : `declares ${code}, which is not a library code: meanings.${code} must have a meaning and a remedy`;
}
