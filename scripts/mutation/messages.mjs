import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Text for people: messages of errors and issues, and the summary and source of a rule. It may change at any time, and
 * no test asserts it, so this ignorer excludes its mutants, by their position in the syntax tree:
 *
 * - the message that is passed to an error, to `report`, or to one of the functions that create an error or an issue,
 *   the title of a repair, and the name of a mutation in `src/testing/`;
 * - `const message = …` and `const SOURCE = …`, and the constants that contain parts of messages, if they are words;
 * - the text of the properties `message`, `source`, `isRequired`, `mustBe`, `title` and `wanted`;
 * - prose anywhere: text of three or more words, or with an article, and the code that chooses between such texts;
 * - the text that a function returns to describe a fault, and the functions that write a value into a message or
 *   choose its words, with the lists that they choose from.
 *
 * Code that decides whether to report, and what, is mutated like all other code.
 */
const ARGUMENTS = {
  OutboxError: [1],
  UsageError: [2],
  WebhookVerificationError: [1],
  assertArgument: [2],
  check: [2],
  checkArgument: [2],
  checkSeverities: [0],
  checkText: [3],
  decimalOfText: [0],
  failed: [2],
  field: [4],
  fields: [3],
  invalidArgument: [1],
  invalidOption: [1],
  issue: [1],
  issueAt: [2],
  malformed: [0],
  misread: [0],
  mustBe: [2, 3],
  mutation: [0],
  oneOrMore: [0],
  rateTable: [0],
  report: [2],
  reportType: [2],
  reportWrong: [4],
  resultOf: [1],
  wrong: [1, 2],
};
const LISTS = ['DEPTH', 'IN_WORDS', 'MINOR_UNITS', 'PARTS', 'SERVER_GENERATED', 'SOURCE', 'SUMMARIES', 'TITLE'];
const NAMES = [
  'message',
  'all',
  'becauseOf',
  'bound',
  'factors',
  'goods',
  'guess',
  'included',
  'known',
  'names',
  'parts',
  'remedy',
  'share',
  'title',
  'wanted',
  'what',
];
const PROPERTIES = ['message', 'source', 'isRequired', 'mustBe', 'title', 'wanted'];
const FUNCTIONS = ['checkLimit', 'checkId', 'nameOf'];
const WRITERS = [
  'countryIn',
  'daysText',
  'describe',
  'failedWith',
  'foundInstead',
  'goodsText',
  'insideRefusal',
  'limitText',
  'mustBe',
  'namespaceRefusal',
  'orList',
  'quote',
  'rateText',
  'refusalText',
  'remedyFor',
  'schemeRefusal',
  'addRemedy',
  'sumText',
  'timesOf',
  'timestampFault',
  'unknownMessage',
  'unknownRemedy',
];
const TEXTS = ['StringLiteral', 'TemplateLiteral', 'ConditionalExpression', 'BinaryExpression'];

/** Which arguments of a call are messages. */
function messageArguments({ callee }) {
  const name = callee.name ?? callee.property?.name ?? '';
  if (Object.hasOwn(ARGUMENTS, name)) return ARGUMENTS[name];
  return name.endsWith('Error') ? [0] : [];
}

/** Whether a constant can only contain text. Other constants with the same name are mutated. */
function isWords(node) {
  switch (node.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      return true;
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].every(
        (branch) => isWords(branch) || (branch.type === 'ArrayExpression' && branch.elements.every(isWords)),
      );
    case 'LogicalExpression':
      return isWords(node.right);
    case 'BinaryExpression':
      return node.operator === '+' && (isWords(node.left) || isWords(node.right));
    case 'CallExpression':
      return node.callee.property?.name === 'join' || WRITERS.includes(node.callee.name);
    default:
      return false;
  }
}

/** Text that starts with an article, or has at least three words, such as `is absent: send options.sale`. */
function isSentence(text) {
  const words = text.split(/\s+/).filter((word) => /^[("']?[a-z]{2,}[)"'.,:;?]*$/i.test(word));
  return words.length > 2 || /^(?:an?|the) \S/.test(text);
}

/** Whether an expression can only be prose, or chooses between prose and other text. */
function isProse(node) {
  switch (node.type) {
    case 'StringLiteral':
      return isSentence(node.value);
    case 'TemplateLiteral':
      return isSentence(node.quasis.map(({ value }) => value.raw).join('{}'));
    case 'ConditionalExpression':
      return isWords(node) && (isProse(node.consequent) || isProse(node.alternate));
    case 'ArrowFunctionExpression':
      return isProse(node.body);
    default:
      return false;
  }
}

/** Whether a function returns this expression, directly or in a branch. */
function isReturned({ parentPath }) {
  const { type } = parentPath.node;
  return type === 'ReturnStatement' || (type === 'ConditionalExpression' && isReturned(parentPath));
}

function saysFault(name) {
  return name !== undefined && (name.endsWith('Fault') || FUNCTIONS.includes(name));
}

function isMessage(path) {
  const { node, parent } = path;
  if (isProse(node)) return true;
  if ((node.type === 'StringLiteral' || node.type === 'TemplateLiteral') && isReturned(path))
    return saysFault(path.getFunctionParent()?.node.id?.name);
  switch (parent?.type) {
    case 'NewExpression':
    case 'CallExpression':
      return parent.arguments.includes(node) && messageArguments(parent).includes(parent.arguments.indexOf(node));
    case 'VariableDeclarator': {
      if (parent.init !== node) return false;
      const { name } = parent.id;
      return LISTS.includes(name) || WRITERS.includes(name) || (NAMES.includes(name) && isWords(node));
    }
    case 'ObjectProperty':
      return parent.value === node && TEXTS.includes(node.type) && PROPERTIES.includes(parent.key.name);
    case 'FunctionDeclaration':
      return parent.body === node && WRITERS.includes(parent.id.name);
    default:
      return false;
  }
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'messages', {
    shouldIgnore: (path) => (isMessage(path) ? 'text for people' : undefined),
  }),
];
