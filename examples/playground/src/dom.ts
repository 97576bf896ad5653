type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;
type Child = Node | string | number | false | undefined;

/** Makes an element. Strings become text, never markup. A function becomes the listener of that event. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : `${value}`);
  }
  element.append(
    ...children
      .filter((child) => child !== undefined && child !== false)
      .map((child) => (typeof child === 'number' ? `${child}` : child)),
  );
  return element;
}

/** An element of the page by its id. A missing one is a fault of the build. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} ${id}`);
  return element;
}

/** JSON on one line, shortened if it is long. */
export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** `1 issue`, `2 issues`. */
export const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
