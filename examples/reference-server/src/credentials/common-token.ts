/** The minimum number of letters and digits left in a token after common words are removed. */
const LEAST_LEFT = 8;

/**
 * Words found in the sample tokens of documentation, and in placeholders that people type before they choose a token.
 */
const WORDS =
  /administrator|placeholder|production|development|characters|password|passwort|receipts?|dashboard|localhost|replace|example|changeme|default|welcome|testing|letmein|sample|secret|string|random|change|server|access|insert|please|secure|qwerty|twenty|admin|token|super|value|login|local|chars|your|this|here|test|demo|root|user|with|long|pass|least|key|api|dev|abc|123/g;

/** Keyboard sequences, alphabetical sequences and digit sequences. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz',
  '1234567890qwertyuiopasdfghjklzxcvbnm1234567890',
  'qwertyuiopasdfghjklzxcvbnmqwertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];

/**
 * Whether a token is easy to guess: it consists of common words, a keyboard or alphabetical sequence, or a repetition.
 * Ignores case and all characters other than letters and digits.
 */
export function isCommonToken(token: string): boolean {
  const plain = token.toLowerCase().replace(/[^a-z0-9]/g, '');
  const backwards = [...plain].reverse().join('');
  return (
    plain.replace(WORDS, '').length < LEAST_LEFT ||
    RUNS.some((run) => run.includes(plain) || run.includes(backwards)) ||
    isRepetition(plain)
  );
}

/** Whether a string consists of two or more copies of its first part; the last copy may be cut off. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const again = text.slice(0, length).repeat(Math.ceil(text.length / length));
    if (again.startsWith(text)) return true;
  }
  return false;
}
