import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The URI reference of a source. Relative paths stay relative, so that tools resolve them from the repository root. */
export function artifactUri(source: string): string {
  if (source === '<stdin>') return 'stdin';
  if (isAbsolute(source)) return pathToFileURL(source).href;
  const path = process.platform === 'win32' ? source.replaceAll('\\', '/') : source;
  // File names on Windows may contain lone surrogates, which a URI cannot encode.
  return path
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}
