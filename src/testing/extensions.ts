import fc from 'fast-check';
import type { RulePack } from '../pack/types.js';
import type { TransactionOptions } from './options.js';
import { namespacesOf } from './pack-facts.js';
import { free, optional, textsOf, type Texts } from './text.js';

const CONTROL_UNIT_CODE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567;ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CLOUD_CODE = 'K'.repeat(113);

/** Sweden: data of the certified control unit. */
const se = ({ named }: Texts) =>
  fc
    .record({
      data: fc.record({
        controlUnitId: named('TESTCUSE000000001'),
        controlCode: fc.oneof({ withCrossShrink: true }, fc.constantFrom(CONTROL_UNIT_CODE, CLOUD_CODE), named('1')),
        sequenceNumber: fc.oneof({ withCrossShrink: true }, fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER), named('1')),
      }),
      more: optional(free),
    })
    .map(({ data, more }) => ({ ...more, ...data }));

const NAMESPACES: Readonly<Record<string, (texts: Texts) => fc.Arbitrary<unknown>>> = { se };

/**
 * `extensions` with every namespace that the pack's rules read.
 *
 * @throws TypeError where one is not known here and the options do not say what to send
 */
export function extensionsOf(
  pack: RulePack,
  { extensions, plainText }: TransactionOptions,
): fc.Arbitrary<object | undefined> {
  if (extensions !== undefined) return extensions;
  const names = namespacesOf(pack);
  if (names.length === 0) return optional(free);
  const unknown = names.find((name) => NAMESPACES[name] === undefined);
  if (unknown !== undefined) {
    throw new TypeError(
      `pack ${pack.id} reads extensions.${unknown}: say with the option extensions what to send there`,
    );
  }
  const known = fc.record(Object.fromEntries(names.map((name) => [name, NAMESPACES[name]!(textsOf(plainText))])));
  return fc.tuple(known, optional(free)).map(([required, more]) => ({ ...more, ...required }));
}
