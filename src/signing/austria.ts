import { sha256 } from './digests.js';
import { austrianSlots } from './slots.js';
import { fromDocument, fromText } from './template.js';
import { amountText, grossOfLines, none } from './text.js';
import type { AustrianGiven, SignableDocument } from './types.js';

/**
 * The machine-readable code of a receipt without its signature, which the signature creation unit signs: `_R1-AT1_…`.
 * The caller passes the turnover counter as encrypted by the register. Undefined if the code has no field for a rate.
 *
 * Source: RKSV, Detailspezifikation; for 4.9 %, BMF-RKSV-Technik, 2026-03-13.
 *
 * @throws UsageError
 */
export function atPayload(document: SignableDocument, given: AustrianGiven): string | undefined {
  const text =
    '_R1-{provider}_{cashRegisterId}_{NUMBER}_{YYYY}-{MM}-{DD}T{HH}:{MI}:{SS}_{0}_{1}_{2}_{3}_{4}_{turnover}_{certificateSerial}_{previous}';
  return fromDocument(text, '_', document, given, ({ YYYY, MM, DD }) => {
    const amounts = austrianSlots(grossOfLines(document), `${YYYY!}-${MM!}-${DD!}`, document.type) ?? none();
    return Object.fromEntries(amounts.map((amount, i) => [i, amountText(amount, ',')]));
  });
}

/**
 * The value that links a receipt to the previous one: the first eight bytes of the SHA-256 of the compact JWS of the
 * previous receipt, base64. For the first receipt of a register, pass its Kassen-ID instead of the JWS.
 *
 * Source: RKSV, Detailspezifikation.
 *
 * @throws UsageError
 */
export function atPrevious(text: string): string | undefined {
  return fromText(text, () =>
    btoa(
      sha256(new TextEncoder().encode(text))
        .slice(0, 16)
        .replace(/../g, (byte) => String.fromCharCode(parseInt(byte, 16))),
    ),
  );
}
