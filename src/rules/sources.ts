/** The distinct citations in some parts of a law. */
export function sourcesOf(parts: readonly { readonly citation?: string | undefined }[]): string {
  return [...new Set(parts.map(({ citation }) => citation))].join('; ');
}
