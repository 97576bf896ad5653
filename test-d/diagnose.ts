import type { Shop, ValidationResult } from 'receipt-rule-packs';
import {
  applyCauses,
  diagnose,
  UsageError,
  type Cause,
  type CauseCode,
  type CauseOption,
  type Confidence,
  type DiagnoseOptions,
  type Diagnosis,
  type IssueRef,
  type Operation,
} from 'receipt-rule-packs/diagnose';
import { holds, type Equal } from './holds.js';

declare const shop: Shop;
declare const received: unknown;

const diagnosis = diagnose(shop, received);
holds<Equal<typeof diagnosis, Diagnosis>>();
holds<Equal<Diagnosis['causes'], readonly Cause[]>>();
holds<Equal<Diagnosis['result'], ValidationResult>>();
holds<Equal<Diagnosis['shop'], Shop>>();
holds<Equal<Cause['code'], CauseCode>>();
holds<Equal<Cause['confidence'], Confidence>>();
holds<Equal<Cause['explains'], readonly IssueRef[]>>();
holds<Equal<Cause['options'], readonly CauseOption[] | undefined>>();
holds<Equal<Cause['changes'], readonly Operation[]>>();

const options: DiagnoseOptions = {
  original: { timestamp: '2026-11-21T10:00:00+01:00' },
  result: shop.validate(received),
  countries: false,
  maxValidations: 100,
};
diagnose(shop, received, options);
diagnose(shop, received, { result: undefined, countries: undefined, maxValidations: undefined, original: undefined });
// @ts-expect-error -- no such option
diagnose(shop, received, { country: false });
// @ts-expect-error -- the first argument must be a shop
diagnose(received, received);

const certain = diagnosis.causes.filter(({ confidence }) => confidence === 'certain');
const repaired = applyCauses(received, certain);
holds<Equal<typeof repaired, unknown>>();
applyCauses(received, [{ changes: [{ op: 'remove', path: '/profileId' }] }]);
// @ts-expect-error -- the second argument must contain causes, not operations
applyCauses(received, [{ op: 'remove', path: '/profileId' }]);

const [first] = diagnosis.causes;
// @ts-expect-error -- a removal has no value
first?.changes[0]?.value;
holds<Equal<UsageError['name'], 'UsageError'>>();
