/** Markup that is safe to send: every value in it is escaped or safe markup. */
export class Html {
  constructor(readonly text: string) {}
}

/** The values allowed in a template. null, undefined and false render as nothing. */
export type Renderable = Html | string | number | null | undefined | false | readonly Renderable[];

/**
 * A template that escapes its values, for text and quoted attributes, but not markup made by `html`.
 */
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
