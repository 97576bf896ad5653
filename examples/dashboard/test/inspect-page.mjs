/** Inspects a page and returns its problems. It runs in the page, so it cannot use anything outside this function. */
export function inspect() {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const unless = (holds, fault) => {
    if (!holds) faults.push(fault);
  };
  const name = (element) => element.outerHTML.slice(0, 90);

  unless(document.documentElement.lang === 'en', 'no language');
  unless(document.title.length > 5, 'no title');
  unless(all('h1').length === 1, `${all('h1').length} h1`);
  for (const landmark of ['main', 'header']) unless(all(landmark).length === 1, `no ${landmark}`);
  const { scrollWidth, clientWidth } = document.documentElement;
  unless(scrollWidth <= clientWidth, `the page scrolls sideways: ${scrollWidth} in ${clientWidth}`);
  unless(
    document.querySelector('a[href]')?.getAttribute('href') === '#main',
    'the first link does not skip to the content',
  );

  let level = 0;
  for (const heading of all('h1, h2, h3, h4')) {
    const next = Number(heading.tagName[1]);
    // A heading can be at most one level deeper than the heading before it.
    unless(next <= level + 1, `a heading skips a level: ${name(heading)}`);
    level = next;
  }
  const ids = all('[id]').map(({ id }) => id);
  for (const id of ids) unless(ids.filter((other) => other === id).length === 1, `two elements with the id ${id}`);
  for (const element of all('[aria-labelledby], [aria-describedby]')) {
    const references = `${element.getAttribute('aria-labelledby') ?? ''} ${element.getAttribute('aria-describedby') ?? ''}`;
    for (const id of references.trim().split(/\s+/)) unless(ids.includes(id), `nothing has the id ${id}`);
  }
  for (const field of all('input:not([type=hidden]), select, textarea')) {
    unless((field.labels?.length ?? 0) > 0, `no label: ${name(field)}`);
  }
  for (const element of all('a, button, summary')) {
    unless(element.textContent.trim() !== '', `no text: ${name(element)}`);
    const { height } = element.getBoundingClientRect();
    unless(height === 0 || height >= 18, `too small to hit: ${name(element)}`);
  }
  for (const group of all('fieldset')) unless(group.querySelector('legend') !== null, `no legend: ${name(group)}`);
  // The tables in a drawn receipt have no captions. The drawing's own tests check them.
  for (const table of all('table:not(.receipt-part)'))
    unless(table.querySelector('caption') !== null, `no caption: ${name(table)}`);
  for (const header of all('th')) unless(header.hasAttribute('scope'), `no scope: ${name(header)}`);
  for (const picture of all('svg, img')) unless(picture.hasAttribute('aria-label'), `no text for ${name(picture)}`);
  for (const region of all('pre')) unless(region.tabIndex === 0, `cannot be scrolled by keys: ${name(region)}`);

  // The minimum contrast in WCAG 2.2 is 4.5, and 3 for large text.
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour)
      .slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    if (element === null) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? background(element.parentElement) : backgroundColor;
  };
  for (const element of all('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (!own || element.tagName === 'TITLE' || element.tagName === 'OPTION' || element.getClientRects().length === 0)
      continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const [darker, lighter] = [luminance(color), luminance(background(element))].sort((a, b) => a - b);
    const contrast = (lighter + 0.05) / (darker + 0.05);
    const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    unless(contrast >= (large ? 3 : 4.5), `contrast ${contrast.toFixed(2)}: ${name(element)}`);
  }
  return faults;
}

export function outlineStyle() {
  return getComputedStyle(document.activeElement).outlineStyle;
}
