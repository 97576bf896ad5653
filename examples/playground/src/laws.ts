import laws from 'playground:laws';

/** The address of a law or publication, by its citation; undefined if the packs name none. */
export function addressOf(citation: string): string | undefined {
  return Object.hasOwn(laws, citation) ? laws[citation] : undefined;
}
