import type { Operation } from '../../src/diagnose/index.js';
import { isSame, stepsOf } from '../../src/diagnose/revision.js';
import { key as keyOf, skipSpace, skipString, skipValue } from '../locate.js';

/** Replaces the text from `offset` to `end`. */
export interface TextEdit {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

/** An unchanged range of the text, or new text. */
type Piece = { readonly from: number; readonly to: number } | string;

/** A value: its text or, for changes inside an object or array, its members. */
type Node = Piece | Container;

interface Container {
  readonly isArray: boolean;
  readonly open: Piece;
  readonly members: Member[];
  /** The white space between the brackets if the container is empty. */
  readonly inside: Piece;
  readonly close: Piece;
}

interface Member {
  /** The comma before the member. Not written for the first member. */
  comma: Piece;
  /** The white space before and after the member. */
  before: Piece;
  after: Piece;
  /** With quotes; empty in an array. */
  key: Piece;
  /** The colon, with white space; empty in an array. */
  colon: Piece;
  value: Node;
}

/** The text has no field or element at the path, so the operations belong to a different text. */
export class NoSuchPlace extends Error {}

/**
 * The smallest edits that apply a JSON Patch to a JSON text. Keeps unchanged parts byte for byte, including white
 * space, key order and number format. New values are formatted like their neighbours. If the patch removes one field
 * and adds another with the same value, renames the field in place.
 *
 * @param text JSON without repeated keys
 * @throws NoSuchPlace
 */
export function jsonEdits(text: string, operations: readonly Operation[]): TextEdit[] {
  const editing = new Editing(text);
  const renamed = new Set<Operation>();
  for (const [i, operation] of operations.entries()) {
    if (renamed.has(operation)) continue;
    const added = operation.op === 'remove' ? addedInstead(editing, operation, operations.slice(i + 1)) : undefined;
    if (added === undefined) editing.apply(operation);
    else {
      editing.rename(stepsOf(operation.path), stepsOf(added.path).at(-1)!);
      renamed.add(added);
    }
  }
  return editing.edits();
}

/** Applies edits to JSON text. The edits must be sorted by offset and must not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  const parts = edits.flatMap(({ offset, end, text: inserted }) => {
    const kept = text.slice(at, offset);
    at = end;
    return [kept, inserted];
  });
  return parts.join('') + text.slice(at);
}

/** The operation that adds the value of a removed field to the same object. */
function addedInstead(editing: Editing, { path }: Operation, later: readonly Operation[]): Operation | undefined {
  const steps = stepsOf(path);
  const holder = path.slice(0, path.lastIndexOf('/') + 1);
  const found = editing.valueAt(steps);
  return later.find(
    (one) =>
      one.op === 'add' &&
      one.path.startsWith(holder) &&
      !one.path.slice(holder.length).includes('/') &&
      !editing.isArray(steps.slice(0, -1)) &&
      isSame(one.value, found),
  );
}

class Editing {
  private root: Node;

  constructor(private readonly text: string) {
    const from = skipSpace(text, 0);
    this.root = { from, to: skipValue(text, from) };
  }

  apply({ op, path, ...rest }: Operation): void {
    const steps = stepsOf(path);
    const holder = this.containerAt(steps.slice(0, -1));
    const name = steps.at(-1)!;
    const { value } = rest as { readonly value?: unknown };
    if (op === 'add') this.add(holder, name, value, steps.length);
    else if (op === 'remove') remove(holder, this.indexOf(holder, name));
    else {
      const member = holder.members[this.indexOf(holder, name)]!;
      member.value = this.written(value, holder, member, steps.length);
    }
  }

  rename(steps: readonly string[], name: string): void {
    const holder = this.containerAt(steps.slice(0, -1));
    holder.members[this.indexOf(holder, steps.at(-1)!)]!.key = JSON.stringify(name);
  }

  valueAt(steps: readonly string[]): unknown {
    const holder = this.containerAt(steps.slice(0, -1));
    return JSON.parse(this.textOf(holder.members[this.indexOf(holder, steps.at(-1)!)]!.value)) as unknown;
  }

  isArray(steps: readonly string[]): boolean {
    return this.containerAt(steps).isArray;
  }

  edits(): TextEdit[] {
    const edits: TextEdit[] = [];
    let at = 0;
    let inserted = '';
    const close = (offset: number): void => {
      if (offset > at || inserted !== '') edits.push({ offset: at, end: offset, text: inserted });
      inserted = '';
    };
    for (const piece of piecesOf(this.root)) {
      if (typeof piece === 'string') inserted += piece;
      else if (piece.to > piece.from) {
        if (at === 0 && inserted === '' && edits.length === 0) at = piece.from;
        close(piece.from);
        at = piece.to;
      }
    }
    if (inserted !== '') edits.push({ offset: at, end: at, text: inserted });
    return edits;
  }

  private textOf(node: Node): string {
    return piecesOf(node)
      .map((piece) => (typeof piece === 'string' ? piece : this.text.slice(piece.from, piece.to)))
      .join('');
  }

  /** Parses the objects and arrays along the path. */
  private containerAt(steps: readonly string[]): Container {
    let node = this.opened(this.root, (opened) => (this.root = opened));
    for (const step of steps) {
      const member = node.members[this.indexOf(node, step)]!;
      node = this.opened(member.value, (opened) => (member.value = opened));
    }
    return node;
  }

  private indexOf({ isArray, members }: Container, name: string): number {
    const index = isArray ? Number(name) : members.findIndex((member) => keyOf(this.textOf(member.key)) === name);
    if (members[index] === undefined) throw new NoSuchPlace(name);
    return index;
  }

  private opened(node: Node, keep: (opened: Container) => void): Container {
    if (typeof node === 'object' && 'members' in node) return node;
    // Parses a value that an earlier operation wrote from that operation's text.
    const opened = typeof node === 'string' ? detached(node) : parsed(this.text, node.from);
    keep(opened);
    return opened;
  }

  private add(holder: Container, name: string, value: unknown, depth: number): void {
    const { isArray, members } = holder;
    if (isArray && name !== '-' && Number(name) !== members.length) throw new NoSuchPlace(name);
    const last = members.at(-1);
    const member: Member = {
      comma: ',',
      before: last === undefined ? '' : this.textOf(last.before),
      after: last?.after ?? holder.inside,
      key: isArray ? '' : JSON.stringify(name),
      colon: isArray ? '' : last === undefined ? this.usualColon() : this.textOf(last.colon),
      value: '',
    };
    member.value = this.written(value, holder, member, depth);
    if (last !== undefined) last.after = '';
    members.push(member);
  }

  private usualColon(): string {
    return /"[ \t]*:[ \t]*/.exec(this.text)?.[0].slice(1) ?? ':';
  }

  /** A new value, formatted with the white space of its neighbours. */
  private written(value: unknown, { isArray, members }: Container, { before }: Member, depth: number): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const above = isArray ? members.at(-1) : undefined;
    const space = this.textOf(before);
    const lineBreak = /\r?\n/.exec(space)?.[0];
    const isOnOneLine = lineBreak === undefined || (above !== undefined && !this.textOf(above.value).includes('\n'));
    if (isOnOneLine) return onOneLine(value, /\s/.test(this.usualColon()));
    const indent = space.slice(space.lastIndexOf('\n') + 1);
    const unit = indent.slice(0, Math.ceil(indent.length / depth));
    return JSON.stringify(value, undefined, unit).replaceAll('\n', lineBreak + indent);
  }
}

function remove({ members }: Container, index: number): void {
  const [removed] = members.splice(index, 1);
  if (index === 0 && members.length > 0) members[0]!.before = removed!.before;
  // The closing bracket keeps its position.
  if (index === members.length && members.length > 0) members.at(-1)!.after = removed!.after;
}

function piecesOf(node: Node): Piece[] {
  if (typeof node === 'string' || !('members' in node)) return [node];
  const { open, members, inside, close } = node;
  const parts = members.flatMap(({ comma, before, key, colon, value, after }, i) => [
    ...(i === 0 ? [] : [comma]),
    before,
    key,
    colon,
    ...piecesOf(value),
    after,
  ]);
  return [open, ...(members.length === 0 ? [inside] : parts), close];
}

/** The members of the object or array that begins at `at`. */
function parsed(text: string, at: number): Container {
  const isArray = text[at] === '[';
  if (!isArray && text[at] !== '{') throw new NoSuchPlace('no object or array');
  const open = { from: at, to: at + 1 };
  const members: Member[] = [];
  let comma: Piece = '';
  let from = at + 1;
  for (;;) {
    let here = skipSpace(text, from);
    if (members.length === 0 && (text[here] === '}' || text[here] === ']'))
      return { isArray, open, members, inside: { from, to: here }, close: { from: here, to: here + 1 } };
    const before = { from, to: here };
    let [key, colon]: Piece[] = ['', ''];
    if (!isArray) {
      const end = skipString(text, here);
      key = { from: here, to: end };
      here = skipSpace(text, skipSpace(text, end) + 1);
      colon = { from: end, to: here };
    }
    const end = skipValue(text, here);
    const next = skipSpace(text, end);
    members.push({
      comma,
      before,
      key: key!,
      colon: colon!,
      value: { from: here, to: end },
      after: { from: end, to: next },
    });
    if (text[next] !== ',') return { isArray, open, members, inside: '', close: { from: next, to: next + 1 } };
    comma = { from: next, to: next + 1 };
    from = next + 1;
  }
}

/** Parses the object or array in a separate text. */
function detached(text: string): Container {
  const of = (piece: Piece): string => (typeof piece === 'string' ? piece : text.slice(piece.from, piece.to));
  const { isArray, open, members, inside, close } = parsed(text, 0);
  return {
    isArray,
    open: of(open),
    members: members.map(({ before, key, colon, value, after }) => ({
      comma: ',',
      before: of(before),
      key: of(key),
      colon: of(colon),
      value: of(value as Piece),
      after: of(after),
    })),
    inside: of(inside),
    close: of(close),
  };
}

function onOneLine(value: unknown, isSpaced: boolean): string {
  if (!isSpaced || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((element) => onOneLine(element, true))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member, true)}`);
  const inside = parts.join(', ');
  return Array.isArray(value) ? `[${inside}]` : parts.length === 0 ? '{}' : `{ ${inside} }`;
}
