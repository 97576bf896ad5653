/** Compares two digests in constant time for a given length. For engines without `timingSafeEqual`. */
export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

/** Whether any pair is equal. Compares every pair, so that the time does not reveal which one matched. */
export function anyPairEqual(
  computed: readonly Uint8Array[],
  received: readonly Uint8Array[],
  equal: (a: Uint8Array, b: Uint8Array) => boolean,
): boolean {
  let matches = 0;
  for (const a of computed) {
    for (const b of received) matches += Number(equal(a, b));
  }
  return matches > 0;
}
