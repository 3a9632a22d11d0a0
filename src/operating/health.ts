import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from '#contract';

/** A started health endpoint. */
export type Health = { readonly port: number; stop(): Promise<void> };

/**
 * Serves `GET /healthz`: 200 when every adapter is ready, else 503, with what each is connected to.
 * @throws Error that names PORT and the fix when the port cannot be taken.
 */
export async function serveHealth(
  port: number,
  library: () => string,
  running: ReadonlyMap<string, Running>,
): Promise<Health> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/healthz') {
      response.writeHead(404).end();
      return;
    }
    const adapters = Object.fromEntries([...running].map(([name, adapter]) => [name, adapter.health()]));
    const ready = Object.values(adapters).every((adapter) => adapter.ready);
    response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ready, library: library(), adapters }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be taken (${error.message})`;
      reject(new Error(`PORT ${port} ${reason} — set PORT to a free one, or stop what listens there`));
    });
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
