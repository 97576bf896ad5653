/**
 * A version's CHANGELOG.md entry: the text between its heading, `## 0.1.0` or `## [0.1.0] - 2026-12-01`, and the next
 * one. Undefined without such a heading.
 */
export function changesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => /^\[?([^\]\s]+)/.exec(section)?.[1] === version);
  return found?.slice(found.indexOf('\n')).trim();
}
