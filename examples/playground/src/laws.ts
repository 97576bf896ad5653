import laws from 'playground:laws';

/** Where a law or publication can be read, by its citation; undefined where the packs name no address. */
export function addressOf(citation: string): string | undefined {
  return Object.hasOwn(laws, citation) ? laws[citation] : undefined;
}
