import { ISSUE_CODES, isIssueCode } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';

describe('isIssueCode', () => {
  it.each(Object.keys(ISSUE_CODES))('knows %s', (code) => {
    expect(isIssueCode(code)).toBe(true);
  });

  it.each(['', 'toString', '__proto__', 'Required', 'required ', 'own_code'])('does not know %j', (text) => {
    expect(isIssueCode(text)).toBe(false);
  });
});

it.each(Object.entries(ISSUE_CODES))(
  'the explanation of %s names no tax that only some countries have',
  (_code, texts) => {
    expect(JSON.stringify(texts)).not.toMatch(/\b(?:VAT|moms|sales tax)\b/i);
  },
);
