import { labelCell, textCell } from './cells.js';
import { joined } from './head.js';
import type { Cell, Row } from './model.js';
import { filled } from './pattern.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, textAt } from './read.js';

const TIMESTAMP =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::[0-9]{2})?(?:\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$/;
/** Longer timestamps are drawn as they are, because matching a repeated pattern can overflow the engine's stack. */
const MAX_TIMESTAMP_LENGTH = 100;

/** Number and time. */
export function numberRows(context: RenderContext): Row[] {
  const { document, style } = context;
  return [
    {
      look: 'pair',
      left: [labelCell(`${style.words.number} `), textCell(['receiptNumber'], at(document, 'receiptNumber'))],
      right: [[timeCell(context, at(document, 'timestamp'))]],
    },
  ];
}

/** The local time of the document in the country's format, without seconds or offset. */
function timeCell({ style }: RenderContext, value: unknown): Cell {
  const path = ['timestamp'];
  const text = typeof value === 'string' && value.length <= MAX_TIMESTAMP_LENGTH ? value : '';
  const [, year, month, day, hour, minute, offset] = TIMESTAMP.exec(text) ?? [];
  if (year === undefined) return textCell(path, value);
  const { date, time } = style.layout;
  const parts: Readonly<Record<string, string | number>> = {
    yyyy: year,
    MM: month!,
    M: Number(month),
    dd: day!,
    d: Number(day),
    HH: hour!,
    mm: minute!,
    h: Number(hour) % 12 || 12,
    a: Number(hour) < 12 ? 'AM' : 'PM',
  };
  const written = `${date} ${time}`.replace(/yyyy|MM?|dd?|HH|mm|h|a/g, (token) => String(parts[token]));
  return { text: written + (offset === 'Z' ? ' UTC' : ''), path, time: text };
}

/** The corrected sale, and the reason and note of the correction. */
export function originalRows(context: RenderContext): Row[] {
  const { document, original, style } = context;
  const linked = at(document, 'linkedTransaction');
  const number = textAt(original, 'receiptNumber');
  const { original: pattern = '' } = style.words;
  const idPath = ['linkedTransaction', 'originalTransactionId'];
  const id = at(linked, 'originalTransactionId');
  const shown = (key: string): boolean => isGiven(at(linked, key));
  const spoken =
    linked === undefined || number === undefined || pattern === ''
      ? []
      : filled(pattern, () => [textCell(idPath, number)]);
  const cells: Cell[] = [
    ...(spoken.length === 0 && shown('originalTransactionId') ? [textCell(idPath, id)] : []),
    ...(shown('reason') ? [reasonCell(context, at(linked, 'reason'))] : []),
    ...(shown('note') ? [textCell(['linkedTransaction', 'note'], at(linked, 'note'))] : []),
  ];
  const arrow = spoken.length === 0 ? [labelCell('← ')] : [];
  return [
    ...(spoken.length === 0 ? [] : [{ look: 'quiet', left: spoken } as const]),
    ...(cells.length === 0 ? [] : [{ look: 'quiet', left: [...arrow, ...joined(cells, ' · ')] } as const]),
  ];
}

function reasonCell({ style }: RenderContext, value: unknown): Cell {
  const path = ['linkedTransaction', 'reason'];
  const word = typeof value === 'string' ? textAt(style.words.more, `reason_${value}`) : undefined;
  return word === undefined ? textCell(path, value) : { text: word, path };
}
