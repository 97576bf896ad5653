/** The citations of the parts of a law, each once. */
export function sourcesOf(parts: readonly { readonly source?: string | undefined }[]): string {
  return [...new Set(parts.map(({ source }) => source))].join('; ');
}
