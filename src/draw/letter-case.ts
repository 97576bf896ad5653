/**
 * Words are stored in lower case where possible, so that titles and sentences can share them, which makes the bundle
 * smaller.
 */

/** The word with its first letter capitalised. */
export const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** A title in capitals, unless the title already contains a capital. */
export const inCapitals = (title: string): string => (/\p{Lu}/u.test(title) ? title : title.toUpperCase());
