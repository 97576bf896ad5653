/** Characters that XML 1.0 does not allow, even escaped, and control characters. */
const NOT_XML = /[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\ufffe\uffff\p{Cs}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for use as the content of an element. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}

/** Formats attributes in order, each with a leading space. Skips undefined values. */
export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join('');
}

/** XML parsers replace unescaped line ends in attributes with spaces. */
function attributeText(text: string): string {
  return xmlText(text).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
