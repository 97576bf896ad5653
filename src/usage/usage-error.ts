/** Why a call was invalid. Codes are stable; messages are not. */
export type UsageErrorCode =
  /** An argument is missing or has the wrong type. */
  | 'invalid_argument'
  /** The function has no option with this name. */
  | 'unknown_option'
  /** The value of the option is not valid. */
  | 'invalid_option'
  /** The law does not let the seller choose how to round cash. */
  | 'option_not_lawful'
  /** The value is not a rule pack, or its law or rules contradict themselves. */
  | 'invalid_pack'
  /** Two packs have the same id, or the same country and tier. */
  | 'duplicate_pack';

/**
 * Thrown for incorrect use of the library, never for what a document, a draft or a request contains. The ESM and
 * CommonJS builds have separate classes: if both may be loaded, compare `name`.
 */
export class UsageError extends TypeError {
  /** Set explicitly because minifiers rename classes, and logs show the name. */
  static override readonly name = 'UsageError';
  override readonly name = 'UsageError';

  constructor(
    readonly code: UsageErrorCode,
    /** The argument or option at fault: `priorCorrections`, `options.taxRounding`. */
    readonly argument: string,
    message: string,
  ) {
    super(message);
  }
}

/** `options.limit must be …, found …`: the form of nearly all messages. */
export const mustBe = (code: UsageErrorCode, argument: string, wanted: string, found: string): UsageError =>
  new UsageError(code, argument, `${argument} must be ${wanted}, found ${found}`);

/**
 * Describes a value for a message: a number by itself, and any other value by its kind. Never shows the value, because
 * it may be a secret.
 */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return `${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Like `assertArgument`, but smaller, and safe for secrets because it never quotes text. */
export function checkArgument(holds: boolean, argument: string, wanted: string, found: unknown): asserts holds {
  if (!holds) throw mustBe('invalid_argument', argument, wanted, kindOf(found));
}
