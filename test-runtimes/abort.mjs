/** What a promise gives, or the signal's reason where that comes first. */
export function unlessAborted(signal, promise) {
  const aborted = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([promise, aborted]);
}
