import { A_TEXT, checkDocument, checkGiven, checkText } from './given.js';
import { sha256 } from './sha.js';
import { austrianSlots } from './slots.js';
import { amountText, dayAndTime, grossByRate, joined, none, orNone } from './text.js';
import type { AustrianGiven, SignableDocument } from './types.js';

const GIVEN = {
  provider: A_TEXT,
  cashRegisterId: A_TEXT,
  turnover: A_TEXT,
  certificateSerial: A_TEXT,
  previous: A_TEXT,
};

/**
 * The machine-readable code of a receipt up to its signature, which the signature creation unit signs: `_R1-AT1_…`. The
 * turnover counter is encrypted with the key of the register, and given. Undefined where a rate has no place.
 *
 * Source: RKSV, Detailspezifikation; 4.9 % by BMF-RKSV-Technik, 2026-03-13.
 *
 * @throws UsageError
 */
export function atPayload(document: SignableDocument, given: AustrianGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, GIVEN);
  return orNone(() => {
    const { provider, cashRegisterId, turnover, certificateSerial, previous } = given;
    const [day, time] = dayAndTime(document);
    const amounts = austrianSlots(grossByRate(document), day, document.type) ?? none();
    return `_${joined('_', [
      `R1-${provider}`,
      cashRegisterId,
      document.receiptNumber,
      `${day}T${time}`,
      ...amounts.map((amount) => amountText(amount, ',')),
      turnover,
      certificateSerial,
      previous,
    ])}`;
  });
}

/**
 * The value that chains a receipt to the one before: the first eight bytes of the SHA-256 of its compact JWS, base64. For the
 * first receipt of a register the text is its Kassen-ID.
 *
 * Source: RKSV, Detailspezifikation.
 *
 * @throws UsageError
 */
export function atPrevious(text: string): string {
  checkText(text);
  return btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text)).subarray(0, 8)));
}
