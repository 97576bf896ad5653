/** For the health check of the container, whose image has no curl: exit 0 if the server in it is ready. */
const { PORT = '8787' } = process.env;

try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
