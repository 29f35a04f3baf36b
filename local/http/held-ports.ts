import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { findFreePort } from './free-port.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';

/** Ports that are listened on until their own servers do, so that no other process takes them meanwhile. */
export class HeldPorts {
  readonly #held: Server[] = [];

  readonly release = async () => void (await Promise.all(this.#held.splice(0).map(closeServer)));

  /** Another free port replaces one that is preferred and taken. A port that is named must be free. */
  async choose(preferred: number, isNamed: boolean): Promise<number> {
    if (isNamed) return this.#hold(preferred);
    return this.#hold(preferred).catch(() => this.chooseFree());
  }

  async chooseFree(): Promise<number> {
    return this.#hold(await findFreePort());
  }

  async #hold(port: number): Promise<number> {
    const servers = await listenOnLoopback(() => createServer((socket) => socket.destroy()), port);
    this.#held.push(...servers);
    return port;
  }
}
