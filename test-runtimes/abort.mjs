/** The result of a promise, or the reason of the signal if that comes first. */
export function unlessAborted(signal, promise) {
  const aborted = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([promise, aborted]);
}
