import laws from 'playground:laws';

/** The URL of a law or publication, by its citation; undefined if the packs have none. */
export function addressOf(citation: string): string | undefined {
  return Object.hasOwn(laws, citation) ? laws[citation] : undefined;
}
