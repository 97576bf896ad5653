const WIDTH = 720;
const LABEL = 190;
const BAR = 26;
const TOP = 40;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A horizontal bar chart as SVG text, shortest bar first; legible in light and dark mode. */
export function barChart(title, bars) {
  const sorted = [...bars].sort((a, b) => a.value - b.value);
  const longest = Math.max(...sorted.map(({ value }) => value));
  const scale = (value) => Math.max(1, (value / longest) * (WIDTH - LABEL - 70));
  const rows = sorted.map(({ name, value }, i) => {
    const y = TOP + i * BAR;
    const colour = name === 'receipt-rule-packs' ? '#2f6fde' : '#9aa7b5';
    return [
      `<text x="${LABEL - 8}" y="${y + 16}" text-anchor="end">${escape(name)}</text>`,
      `<rect x="${LABEL}" y="${y + 3}" width="${scale(value).toFixed(1)}" height="${BAR - 8}" fill="${colour}"/>`,
      `<text x="${(LABEL + scale(value) + 6).toFixed(1)}" y="${y + 16}">${value.toFixed(2)}</text>`,
    ].join('\n');
  });
  const height = TOP + sorted.length * BAR + 10;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(title)}">`,
    `<style>text { font: 13px sans-serif; fill: #57606a }</style>`,
    `<text x="8" y="22" style="font-weight: bold">${escape(title)}</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}
