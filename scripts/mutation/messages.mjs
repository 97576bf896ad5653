import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Text for people: messages of errors and issues, and the summary and source of a rule. It may change at any time and
 * no test asserts it, so mutants of it are left out, by their place in the syntax tree:
 *
 * - the message that is passed to an error, to `report`, or to one of the functions that make an error or an issue;
 * - `const message = …` and `const SOURCE = …`, and the constants that hold parts of messages;
 * - the text of the properties `message`, `summary`, `source`, `meaning`, `remedy`, `isRequired`, `mustBe`,
 *   `of` and `found`;
 * - the text that a function returns which says what is wrong, and the functions that write a value into a message
 *   or choose its words, with the lists that they choose by.
 *
 * Code that decides whether there is a message, and for what, is mutated like all other code.
 */
const ARGUMENTS = {
  WebhookVerificationError: 1,
  checkSum: 4,
  checkText: 3,
  failed: 1,
  invalid: 0,
  issue: 1,
  malformed: 0,
  rateTable: 0,
  report: 2,
};
const NAMES = [
  'message',
  'DEPTH',
  'SERVER_GENERATED',
  'SOURCE',
  'factors',
  'fields',
  'meaning',
  'parts',
  'share',
  'wanted',
];
const PROPERTIES = ['message', 'summary', 'source', 'meaning', 'remedy', 'isRequired', 'mustBe', 'of', 'found'];
const FUNCTIONS = ['packFault', 'rateFault', 'rulesFault', 'checkLimit', 'checkId'];
const WRITERS = ['describe', 'mustBe', 'quote', 'unknownRemedy', 'vatText'];
const TEXTS = ['StringLiteral', 'TemplateLiteral', 'ConditionalExpression', 'BinaryExpression'];

/** Which argument of a call is a message; undefined for other calls. */
function messageArgument({ callee }) {
  const name = callee.name ?? callee.property?.name ?? '';
  if (Object.hasOwn(ARGUMENTS, name)) return ARGUMENTS[name];
  return name.endsWith('Error') ? 0 : undefined;
}

function isMessage(path) {
  const { node, parent } = path;
  switch (parent?.type) {
    case 'NewExpression':
    case 'CallExpression':
      return parent.arguments.includes(node) && parent.arguments.indexOf(node) === messageArgument(parent);
    case 'VariableDeclarator':
      return parent.init === node && NAMES.includes(parent.id.name);
    case 'ObjectProperty':
      return parent.value === node && TEXTS.includes(node.type) && PROPERTIES.includes(parent.key.name);
    case 'FunctionDeclaration':
      return parent.body === node && WRITERS.includes(parent.id.name);
    case 'ReturnStatement':
      return TEXTS.includes(node.type) && FUNCTIONS.includes(path.getFunctionParent()?.node.id?.name);
    default:
      return false;
  }
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'messages', {
    shouldIgnore: (path) => (isMessage(path) ? 'text for people' : undefined),
  }),
];
