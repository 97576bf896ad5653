import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { receiptPrintStylesheet, receiptStylesheet } from 'receipt-rule-packs/draw';
import { packs } from 'receipt-rule-packs/packs';
import { minify, scripts } from './scripts.js';

/** The built page and its sizes. */
export interface Playground {
  readonly html: string;
  /** In bytes, compressed with gzip at level 9. */
  readonly sizes: { readonly 'up to the end of the script that draws': number; readonly 'in all': number };
}

/**
 * Builds the page from its styles and its two scripts. The page's policy allows no other scripts and no network
 * requests.
 */
export async function playground(): Promise<Playground> {
  const [draw, rest] = await scripts();
  const style = await minify(source('style.css') + receiptStylesheet + receiptPrintStylesheet, 'css');
  const policy = [
    "default-src 'none'",
    `script-src ${[draw, rest].map(hash).join(' ')}`,
    `style-src ${hash(style)}`,
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts: Readonly<Record<string, string>> = {
    style: element('style', style),
    countries: countries(),
    draw: element('script', draw),
    rest: element('script type="text/plain" id="rest"', rest),
  };
  const template = source('index.html').replace(/\n\s*/g, '\n').replace('content="policy"', `content="${policy}"`);
  const html = template.replace(/<!-- (\w+) -->/g, (_, name: string) => parts[name]!);
  const end = html.indexOf('</script>') + '</script>'.length;
  return {
    html,
    sizes: { 'up to the end of the script that draws': gzip(html.slice(0, end)), 'in all': gzip(html) },
  };
}

const source = (name: string) => readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8');
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const gzip = (text: string) => gzipSync(text, { level: 9 }).length;

/** Wraps text in an element. Throws if the text would end the element early or begin a comment in a script. */
function element(tag: string, text: string): string {
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`a part of the page would end its <${tag}>`);
  return `<${tag}>${text}</${tag.split(' ', 1)[0]!}>`;
}

function countries(): string {
  return packs
    .map(({ country, law }) => ({ country, name: law.name.en }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ country, name }) => `<option value="${country}">${name}</option>`)
    .join('');
}
