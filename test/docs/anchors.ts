/** Markdown text without code blocks. */
export const withoutBlocks = (text: string): string => text.replaceAll(/^ *```.+?^ *`{3,}$/gms, '');

/** A page's anchors: its ids, and its headings in lower case, without punctuation, numbered if repeated. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  return new Set([
    ...ids,
    ...[...withoutBlocks(text).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => {
      const slug = [...heading.toLowerCase()]
        .filter((character) => /[\p{Letter}\p{Number}_ -]/u.test(character))
        .join('')
        .replaceAll(' ', '-');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  ]);
}
