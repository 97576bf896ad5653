/** Resolves like the promise, or rejects with the signal's reason if the signal aborts first. */
export function unlessAborted(signal, promise) {
  const aborted = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([promise, aborted]);
}
