/** Index of a numbered document in the run. */
type Ordinal = number;

/** A range of numbers missing from a series. */
export interface Gap {
  readonly series: string;
  readonly from: number;
  readonly to: number;
  /** The document with the number before the gap. */
  readonly after: Ordinal;
}

/** A number that occurs on more than one document. */
export interface Repeat {
  readonly series: string;
  readonly number: number;
  readonly document: Ordinal;
}

/** Finds gaps and repeats in series of receipt numbers. Stores only numbers, not documents. */
export class SeriesBook {
  private readonly series = new Map<string, { readonly numbers: number[]; readonly documents: Ordinal[] }>();

  add(series: string, number: number, document: Ordinal): void {
    const known = this.series.get(series);
    if (known === undefined) this.series.set(series, { numbers: [number], documents: [document] });
    else {
      known.numbers.push(number);
      known.documents.push(document);
    }
  }

  /** Missing and repeated numbers, sorted by series and number. */
  findings(): { readonly gaps: Gap[]; readonly repeats: Repeat[] } {
    const gaps: Gap[] = [];
    const repeats: Repeat[] = [];
    for (const [series, { numbers, documents }] of [...this.series].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const order = numbers.map((_, i) => i).sort((a, b) => numbers[a]! - numbers[b]! || documents[a]! - documents[b]!);
      for (let i = 1; i < order.length; i++) {
        const [before, now] = [order[i - 1]!, order[i]!];
        const step = numbers[now]! - numbers[before]!;
        if (step === 0) repeats.push({ series, number: numbers[now]!, document: documents[now]! });
        if (step > 1)
          gaps.push({ series, from: numbers[before]! + 1, to: numbers[now]! - 1, after: documents[before]! });
      }
    }
    return { gaps, repeats };
  }
}

/**
 * The last run of digits in a receipt number, and the text around it. Undefined if there are no digits, or more than
 * 15.
 */
export function numberIn(receiptNumber: string): { readonly form: string; readonly number: number } | undefined {
  let end = receiptNumber.length;
  while (end > 0 && !isDigit(receiptNumber, end - 1)) end--;
  let begin = end;
  while (begin > 0 && isDigit(receiptNumber, begin - 1)) begin--;
  if (begin === end || end - begin > 15) return undefined;
  const form = `${receiptNumber.slice(0, begin)}#${receiptNumber.slice(end)}`;
  return { form, number: Number(receiptNumber.slice(begin, end)) };
}

const isDigit = (text: string, at: number): boolean => text[at]! >= '0' && text[at]! <= '9';
