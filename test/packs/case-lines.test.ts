import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { caseFiles, caseLines, expectedIn, formatCases, parseCases } from '../support/case-lines';

const SOUND = '{"code": "required", "name": "a document"}';
const second = (line: string) => () => parseCases(`${SOUND}\n${line}\n`, 'packs/qq/cases.jsonl');
const read = (path: string): string => readFileSync(path, 'utf8');

describe('a line of cases', () => {
  it.each([
    ['optoins', 'options', '{"code": "required", "name": "x", "optoins": {"rateWindows": "enforce"}}'],
    ['isues', 'issues', '{"code": "required", "name": "x", "isues": ["items"]}'],
    ['rateWindow', 'rateWindows', '{"code": "required", "name": "x", "options": {"rateWindow": "enforce"}}'],
    ['untPrice', 'unitPrice', '{"code": "required", "name": "x", "parts": {"lines": [{"untPrice": 5}]}}'],
    ['smalTotals', 'smallTotals', '{"rule": "a", "code": "required", "name": "x", "when": {"smalTotals": "stay"}}'],
    ['valeu', 'value', '{"code": "required", "name": "x", "change": [{"set": "items", "valeu": 5}]}'],
  ])('with the key %s is refused, and the error names the file, the line and %s', (wrong, meant, line) => {
    expect(second(line)).toThrow(new RegExp(`^packs/qq/cases\\.jsonl:2: .*\\b${wrong}\\b.*\\b${meant}\\b`, 'm'));
  });

  it.each([
    ['that is not JSON', '{"code": "required"'],
    ['that is empty', ''],
    ['without a code', '{"name": "x"}'],
    ['with the former key expect', '{"code": "required", "name": "x", "expect": {}}'],
    ['with an expectation that is not text', '{"code": "required", "name": "x", "issues": [{"field": "items"}]}'],
    ['with an empty list', '{"code": "required", "name": "x", "issues": []}'],
    ['with parts and a document', '{"code": "required", "name": "x", "parts": {}, "document": {}}'],
    ['with a change to text', '{"code": "required", "name": "x", "text": "", "change": [{"remove": "items"}]}'],
    ['with a set without a value', '{"code": "required", "name": "x", "change": [{"set": "items"}]}'],
    [
      'with a trait that no law has',
      '{"rule": "a", "code": "required", "name": "x", "when": {"cash": ["required", "alowed"]}}',
    ],
    ['with an add of text', '{"code": "required", "name": "x", "change": [{"add": "totals.tax", "value": "1"}]}'],
    [
      'with a remove that has a value',
      '{"code": "required", "name": "x", "change": [{"remove": "items", "value": 1}]}',
    ],
  ])('%s is refused, and the error names the file and the line', (_, line) => {
    expect(second(`${line}\n${SOUND}`)).toThrow(/^packs\/qq\/cases\.jsonl:2: /);
  });

  it('has only keys in the schema, in every file', () => {
    for (const path of caseFiles()) {
      const lines = read(path).trimEnd().split('\n');
      const misspelt = lines.map((line) => line.replace('"name": ', '"nmae": '));
      expect(() => parseCases(misspelt.join('\n'), path)).toThrow(/^[\w/-]+\.jsonl:1: .+ nmae\. .*\bname\b/m);
      expect(caseLines(path).length).toBe(lines.length);
    }
    expect(caseFiles().length).toBeGreaterThan(40);
  });
});

describe('an expectation of a case', () => {
  it.each([
    ['items[0].taxRate', { field: 'items[0].taxRate', code: 'own' }],
    ['items required', { field: 'items', code: 'required' }],
    ['tax.scheme tax.scheme/scheme_not_allowed', { field: 'tax.scheme', code: 'tax.scheme/scheme_not_allowed' }],
    ['["odd key"]', { field: '["odd key"]', code: 'own' }],
    ['["odd key"] required', { field: '["odd key"]', code: 'required' }],
    ['', { field: '', code: 'own' }],
  ])('%j means %j', (text, expected) => {
    expect(expectedIn([text], 'own')).toEqual([expected]);
  });
});

describe('formatting of cases', () => {
  it('sorts the keys, and writes one case per line', () => {
    const text =
      '{"issues":["items"],"name":"x","parts":{"lines":[{"rate":0,"quantity":2}],"date":"2026-01-01"},"code":"required"}';
    expect(formatCases(text, 'x.jsonl')).toBe(
      '{"code": "required", "name": "x", "parts": {"date": "2026-01-01", "lines": [{"quantity": 2, "rate": 0}]}, "issues": ["items"]}\n',
    );
  });

  it.each(caseFiles())('changes nothing in %s', (path) => {
    expect(formatCases(read(path), path)).toBe(read(path));
  });
});
