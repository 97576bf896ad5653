/** Resolves like the promise, or rejects with the reason of the signal if it aborts first. */
export function unlessAborted(signal, promise) {
  const aborted = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([promise, aborted]);
}
