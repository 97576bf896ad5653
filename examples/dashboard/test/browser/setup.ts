/** Vitest global setup: all tests share one browser, which is started on first use. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startBrowser } from './start.js';

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Projects inherit this setup. Start the server only once, in the root project, whose values all projects share.
  if (!project.isRootProject()) return undefined;
  let started: ReturnType<typeof startBrowser> | undefined;
  const server = createServer((_, response) => {
    started ??= startBrowser();
    started.then(
      ({ served }) => response.end(JSON.stringify(served)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('browser', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await started?.then(
      ({ close }) => close(),
      () => undefined,
    );
  };
}
