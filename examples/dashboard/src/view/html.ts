/** Markup that is safe to send: every value in it was escaped or is safe markup. */
export class Html {
  constructor(readonly text: string) {}
}

/** The values that a template may have. Nothing is written for null, undefined and false. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * A template whose values are escaped, for text and for quoted attributes. Markup made by `html` is not escaped again.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + render(parts[i - 1]) + string));
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escape(part);
  if (typeof part === 'number') return String(part);
  return Array.isArray(part) ? part.map(render).join('') : '';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
