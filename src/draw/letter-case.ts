/** How the bundle stores words: in small letters where possible, which are the same in titles and sentences. */

/** The word with a capital as its first letter. */
export const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** A title in capitals, unless it has a capital letter already. */
export const inCapitals = (title: string): string => (/\p{Lu}/u.test(title) ? title : title.toUpperCase());
