/** Why a call was wrong. Codes are stable, messages are not. */
export type UsageErrorCode =
  /** An argument is missing or has a wrong type. */
  | 'invalid_argument'
  /** The function has no option of that name. */
  | 'unknown_option'
  /** The option has no such value. */
  | 'invalid_option'
  /** No row of the law leaves it to the seller how cash is rounded. */
  | 'option_not_lawful'
  /** The value is no rule pack, or its law or its rules contradict themselves. */
  | 'invalid_pack'
  /** Two packs have the same id, or the same country and tier. */
  | 'duplicate_pack';

/**
 * Thrown for wrong use of the library, and never for what a document, a draft or the wire holds. Modules of two formats
 * have a class each: compare `name` where both may be loaded.
 */
export class UsageError extends TypeError {
  /** So that logs show it, although the package is minified. */
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
