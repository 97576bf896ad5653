import { show } from '../../src/show.js';
import type { RuleRun } from '../../src/pack/rule-run.js';
import type { Rule } from '../../src/pack/types.js';

const SOURCE = 'Service interface, extensions: se; SKVFS 2014:9, 7 kap. 1 §';

/** extensions.se carries the data of the certified control unit. */
export function controlUnit(): Rule {
  return {
    id: 'control-unit',
    severity: 'error',
    codes: ['required', 'invalid_type', 'too_short', 'out_of_range'],
    summary: 'extensions.se names the control unit, the control code and the sequence number of the receipt.',
    source: SOURCE,
    reads: [
      'extensions',
      'extensions.se',
      'extensions.se.controlUnitId',
      'extensions.se.controlCode',
      'extensions.se.sequenceNumber',
    ],
    check: checkControlUnit,
  };
}

/** A warning where the control code has neither of the known lengths. */
export function controlCodeFormat(): Rule {
  return {
    id: 'control-code-format',
    severity: 'warning',
    codes: ['control_code_format'],
    summary:
      'The control code has the form of a control unit (32 + separator + 26 of A–Z and 2–7) or the length of a cloud control system (113).',
    source: 'Documentation of control unit vendors',
    reads: ['extensions', 'extensions.se.controlCode'],
    check: checkControlCodeFormat,
  };
}

type Namespace = Partial<Record<'controlUnitId' | 'controlCode' | 'sequenceNumber', unknown>>;

function namespace(run: RuleRun): unknown {
  return run.transaction.extensions?.se;
}

function checkControlUnit(run: RuleRun): void {
  const se = namespace(run);
  if (se === undefined) {
    run.report(
      'extensions.se',
      'required',
      'extensions.se is required: controlUnitId, controlCode and sequenceNumber of the control unit',
    );
    return;
  }
  if (typeof se !== 'object' || se === null || Array.isArray(se)) {
    run.report('extensions.se', 'invalid_type', `extensions.se must be an object, but found ${show(se)}`);
    return;
  }
  const { controlUnitId, controlCode, sequenceNumber } = se as Namespace;
  checkText(run, 'extensions.se.controlUnitId', controlUnitId, 'the serial number of the control unit');
  checkText(run, 'extensions.se.controlCode', controlCode, 'the control code of the receipt');
  if (typeof sequenceNumber === 'number') checkCounter(run, sequenceNumber);
  else
    checkText(
      run,
      'extensions.se.sequenceNumber',
      sequenceNumber,
      'the sequence number of the receipt, an integer or text',
    );
}

function checkText(run: RuleRun, field: `extensions.se.${keyof Namespace}`, value: unknown, wanted: string): void {
  if (value === undefined) run.report(field, 'required', `${field} is required: ${wanted}`);
  else if (value === '') run.report(field, 'too_short', `${field} is empty, but must be ${wanted}`);
  else if (typeof value !== 'string')
    run.report(field, 'invalid_type', `${field} must be ${wanted}, but found ${show(value)}`);
}

function checkCounter(run: RuleRun, value: number): void {
  const field = 'extensions.se.sequenceNumber';
  if (!Number.isInteger(value)) {
    run.report(field, 'invalid_type', `${field} must be an integer or text, but found ${value}`);
  } else if (value < 0 || !Number.isSafeInteger(value)) {
    run.report(
      field,
      'out_of_range',
      `${field} is ${value}, but must be from 0 to 2^53 − 1; send larger counters as text`,
    );
  }
}

const BASE32 = /[A-Z2-7]/;
/** With the separator's place looked at apart, this takes half the time of counted repetitions. */
const ONE_SEPARATOR = /^[A-Z2-7]+[^A-Z2-7][A-Z2-7]+$/;
const CONTROL_UNIT_CODE_LENGTH = 59;
const SEPARATOR_AT = 32;
const CLOUD_CODE_LENGTH = 113;

function checkControlCodeFormat(run: RuleRun): void {
  const se = namespace(run);
  if (typeof se !== 'object' || se === null) return;
  const { controlCode } = se as Namespace;
  if (typeof controlCode !== 'string' || controlCode === '') return;
  if (controlCode.length === CLOUD_CODE_LENGTH || isControlUnitCode(controlCode)) return;
  const message = `extensions.se.controlCode is of no known form, with length ${controlCode.length}: control units write 59 characters, cloud control systems 113`;
  run.report('extensions.se.controlCode', 'control_code_format', message);
}

function isControlUnitCode(code: string): boolean {
  return (
    code.length === CONTROL_UNIT_CODE_LENGTH && ONE_SEPARATOR.test(code) && !BASE32.test(code.charAt(SEPARATOR_AT))
  );
}
