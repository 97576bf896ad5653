/** An element of a parsed document. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TOKEN = /<\?xml [^?]*\?>|<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Parses the subset of XML that reports contain. @throws Error if the text is not well-formed */
export function parseXml(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(source);
    if (token === null) throw new Error(`not well-formed at ${at}: ${source.slice(at, at + 60)}`);
    const [, closing, name, attributes, empty, text] = token;
    const parent = open.at(-1)!;
    if (text !== undefined) parent.text += unescape(text);
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> at ${at} closes nothing`);
    } else if (name !== undefined) {
      const element: Element = { name, attributes: parseAttributes(attributes ?? ''), children: [], text: '' };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  const [document] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || document === undefined) throw new Error('not one element');
  return document;
}

function parseAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`repeated attribute in ${text}`);
  // XML parsers turn unescaped white space in attributes into spaces.
  return Object.fromEntries(pairs.map(([name, value]) => [name, unescape(value.replace(/[\t\n\r]/g, ' '))]));
}

function unescape(text: string): string {
  return text.replace(/&(#?)([^;&]*)(;?)/g, (found, hash: string, name: string, end: string) => {
    const character = hash === '#' ? String.fromCodePoint(Number(name)) : ENTITIES[name];
    if (character === undefined || end === '') throw new Error(`unknown entity ${found}`);
    return character;
  });
}
