import type { Transaction } from 'receipt-rule-packs';
import type { UnsignedTransaction } from 'receipt-rule-packs/complete';
import {
  atPayload,
  atPrevious,
  bgQr,
  deProcessData,
  esAnulacionText,
  esHuellaText,
  esQr,
  grUid,
  hrQr,
  hrZkiText,
  noText,
  ptFields,
  ptHash4,
  ptHashText,
  ptQr,
  seRecord,
  signingInput,
  siQr,
  siZoiText,
  skOkp,
  tbaiId,
  tbaiQr,
  UsageError,
  type SigningInputName,
  type SwedishRecord,
} from 'receipt-rule-packs/signing';
import { holds, type Equal } from './holds.js';

declare const sale: Transaction;
declare const unsigned: UnsignedTransaction;

const place = { number: '44', premise: 'POSL1', device: '1' };
const austrian = { provider: 'AT1', cashRegisterId: 'K1', turnover: 'AA==', certificateSerial: '1a', previous: 'bA==' };
const portuguese = { sellerNif: '1', type: 'FS', atcud: 'A-1', hash4: 'kLp0', certificateNumber: '1' };
const fields = { A: '', B: '', C: '', D: '', E: '', F: '', G: '', H: '', I1: '', N: '', O: '', Q: '', R: '' };
const annulled = { nif: '1', number: '1', date: '2024-01-01', generated: '2024-01-01T19:20:40+01:00' };
const batuz = { base: 'https://batuz.eus/QRTBAI/', id: '1', number: '1' };
const greek = { afm: '1', date: '2024-01-01', branch: '0', type: '11.1', number: '1' };

const text = deProcessData(unsigned);
holds<Equal<typeof text, string | undefined>>();
deProcessData(sale, { tenders: [{ method: 'cash', amount: 5, currency: 'CHF' }] });
// @ts-expect-error no such tender
deProcessData(sale, { tenders: [{ method: 'Bar', amount: 5 }] });
atPayload(unsigned, austrian);
// @ts-expect-error the input of the cash register is missing
atPayload(unsigned);
atPrevious('K1');
// @ts-expect-error the JWS must be a string
atPrevious(5);
ptHashText(sale, { previousHash: undefined });
// @ts-expect-error no such option
ptHashText(sale, { previous: '' });
ptHash4('');
// @ts-expect-error the hash is missing
ptHash4();
ptFields(sale, portuguese);
// @ts-expect-error the data of the seller is missing
ptFields(sale, { type: 'FS' });
ptQr({ ...fields, K8: '1.00' });
// @ts-expect-error no such field
ptQr({ ...fields, K9: '1.00' });
esHuellaText(sale, { nif: '1', invoiceType: 'F2', generated: '2027-08-01T10:00:01+02:00', previous: undefined });
// @ts-expect-error the time of the record is missing
esHuellaText(sale, { nif: '1', invoiceType: 'F2' });
esAnulacionText(annulled);
// @ts-expect-error esAnulacionText takes no document
esAnulacionText(sale, annulled);
esQr(sale, { nif: '1', test: true });
// @ts-expect-error the NIF is missing
esQr(sale, { test: true });
tbaiId({ nif: '1', date: '2019-10-25', signature: 'btFpwP8dcLGAF' });
// @ts-expect-error the signature is missing
tbaiId({ nif: '1', date: '2019-10-25' });
tbaiQr({ ...batuz, total: '4.70' });
// @ts-expect-error the total must be a string
tbaiQr({ ...batuz, total: 4.7 });
noText(sale, { previous: 'x' });
// @ts-expect-error the document is missing
noText();
hrZkiText(sale, { oib: '1', ...place });
// @ts-expect-error the OIB is missing
hrZkiText(sale, place);
hrQr(sale, { zki: '1' });
// @ts-expect-error the ZKI is missing
hrQr(sale);
siZoiText(sale, { taxNumber: '1', ...place });
// @ts-expect-error the tax number is missing
siZoiText(sale, place);
siQr(sale, { zoi: '1', taxNumber: '1' });
// @ts-expect-error the tax number is missing
siQr(sale, { zoi: '1' });
skOkp('AA==');
// @ts-expect-error the PKP must be a string, not bytes
skOkp(new Uint8Array());
grUid(greek);
// @ts-expect-error `number` is a string
grUid({ ...greek, number: 1 });
bgQr(sale, { fiscalMemoryNumber: '1', document: '1' });
// @ts-expect-error the document number is missing
bgQr(sale, { fiscalMemoryNumber: '1' });
const record = seRecord(sale, { kind: 'copy' });
holds<Equal<typeof record, SwedishRecord | undefined>>();
// @ts-expect-error no such kind
seRecord(sale, { kind: 'kopia' });

const made = signingInput(unsigned, 'deProcessData');
holds<Equal<typeof made, string | undefined>>();
signingInput(sale, 'atPayload', austrian);
signingInput(undefined, 'grUid', greek);
signingInput(undefined, 'skOkp', 'AA==')?.toString();
// @ts-expect-error the input of the cash register is missing
signingInput(sale, 'atPayload');
// @ts-expect-error the OIB is missing
signingInput(sale, 'hrZkiText', place);
// @ts-expect-error grUid takes no document
signingInput(sale, 'grUid', greek);
// @ts-expect-error the document is missing
signingInput(undefined, 'noText');
// @ts-expect-error no such text to sign
signingInput(sale, 'frText');
// @ts-expect-error no such name
const name: SigningInputName = 'frText';
// @ts-expect-error the message is missing
new UsageError('invalid_argument', name);
