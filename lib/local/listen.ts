import type { Server } from 'node:net';

/** Listens on this machine only; a port that is taken gives a sentence that names it. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`Port ${port} is taken by another program.`) : error);
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
