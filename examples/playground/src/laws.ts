import laws from 'playground:laws';

/** Returns the URL of a cited law or publication; undefined if the URL is not known. */
export function addressOf(citation: string): string | undefined {
  return Object.hasOwn(laws, citation) ? laws[citation] : undefined;
}
