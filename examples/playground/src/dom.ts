type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;
type Child = Node | string | number | false | undefined;

/** Creates an element. Strings become text, never markup. An attribute that is a function becomes an event listener. */
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

/** Returns an element by its id. Throws if the element is missing, which is a bug in the build. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} ${id}`);
  return element;
}

/** Formats JSON on one line, truncated if it is long. */
export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Formats a count, such as `1 issue` or `2 issues`. */
export const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Scrolls a pane to centre an element inside it. Never scrolls the page itself. */
export function scrollInside(pane: HTMLElement, element: Element | null): void {
  if (element === null) return;
  const [outer, inner] = [pane.getBoundingClientRect(), element.getBoundingClientRect()];
  pane.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}
