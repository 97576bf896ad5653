import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The URI reference of a source: relative for a relative path, so that tools find it below the repository's root. */
export function artifactUri(source: string): string {
  if (source === '<stdin>') return 'stdin';
  if (isAbsolute(source)) return pathToFileURL(source).href;
  const path = process.platform === 'win32' ? source.replaceAll('\\', '/') : source;
  // File names on Windows may have lone surrogates, which a URI cannot encode.
  return path
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}
