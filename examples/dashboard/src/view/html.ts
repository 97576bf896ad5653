/** Markup that is safe to send, because it contains only values that are escaped or are themselves safe markup. */
export class Html {
  constructor(readonly text: string) {}
}

/** The values that a template can contain. null, undefined and false render as an empty string. */
export type Renderable = Html | string | number | null | undefined | false | readonly Renderable[];

/** A template tag that escapes values in text and quoted attributes. Values made by `html` are not escaped again. */
export function html(strings: TemplateStringsArray, ...parts: readonly Renderable[]): Html {
  return new Html(strings.reduce((text, string, i) => text + render(parts[i - 1]) + string));
}

function render(part: Renderable): string {
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
