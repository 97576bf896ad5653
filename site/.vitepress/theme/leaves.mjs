/** Opens the playground, a page that the site's router does not know. Returns false for any other address. */
export function leaves(to) {
  // The router has removed index.html from the address.
  const [, path, fragment] = /^(.*\/playground\/)(?:index\.html)?(#.*)?$/.exec(to) ?? [];
  if (path === undefined) return false;
  location.assign(`${path}index.html${fragment ?? ''}`);
  return true;
}
