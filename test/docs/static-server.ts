import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves a folder like a static web server, only on this machine. */
export async function serveFolder(folder: string): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const file = fileAt(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': TYPES[extname(file ?? '')] ?? 'application/octet-stream',
    });
    response.end(file === undefined ? '' : readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => closed(server) };
}

/** The file for a path; for a folder, its index.html. */
export function fileAt(folder: string, path: string): string | undefined {
  const file = join(folder, normalize(decodeURIComponent(path)));
  if (!existsSync(file)) return undefined;
  return statSync(file).isDirectory() ? fileAt(folder, `${path}/index.html`) : file;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
