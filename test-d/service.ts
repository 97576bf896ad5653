import { createRegistry, type StoredTransaction } from 'receipt-rule-packs';
import { createClient } from 'receipt-rule-packs/client';
import { noReceipt1 } from 'receipt-rule-packs/packs/no-receipt-1';
import {
  fakeService,
  signedDelivery,
  UsageError,
  type Fault,
  type SignedDelivery,
} from 'receipt-rule-packs/testing/service';
import { holds, type Equal } from './holds.js';

const registry = createRegistry([noReceipt1]);
const business = { id: 'biz_1', name: 'Corner shop', country: 'NO' };
const service = fakeService(registry, [{ ...business, multiLocation: true, token: 'svc_1' }], { now: Date.now });
// @ts-expect-error a business must have a name
fakeService(registry, [{ id: 'biz_1', country: 'NO' }]);
// @ts-expect-error no such option
fakeService(registry, [business], { clock: Date.now });
holds<Equal<typeof service.stored, readonly StoredTransaction[]>>();
holds<Equal<typeof service.fetch, typeof fetch>>();
createClient({ baseUrl: 'https://service.example', token: 'svc_1', fetch: service.fetch });
const gateway: Fault = { fault: 'answer', status: 503, retryAfter: 1 };
service.fail({ fault: 'no_answer', carriedOut: true }, { fault: 'cut_off' }, { fault: 'delay', ms: 5 }, gateway);
// @ts-expect-error a response must have a status
service.fail({ fault: 'answer' });
const delivery: Promise<SignedDelivery> = signedDelivery({ eventId: 'evt_1' }, { secrets: 'whsec_example' });
void delivery.then((sent) => fetch('https://receiver.example/', sent));
void delivery.then((sent) => new Request('https://receiver.example/', sent));
// @ts-expect-error the secret is missing
void signedDelivery({ eventId: 'evt_1' }, {});
// @ts-expect-error no such field of the envelope
void signedDelivery({ id: 'evt_1' }, { secrets: 'whsec_example' });
void UsageError;
