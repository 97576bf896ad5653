/** The health check for the container, whose image has no curl: exits with 0 if the server is ready. */
const { PORT = '8787' } = process.env;

try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
