// Ports for the three APIs. They are chosen before the template is synthesized, because the
// issuer of the tokens, which the template carries, is one of them.
import { createServer } from 'node:net';
import { freePort } from './free-port.ts';
import { close, listenOnLoopback } from './loopback.ts';

export type ApiPorts = { ledger: number; workbench: number; identity: number };

const preferredBase = 4010;

/** With a base port its three ports must be free; without, taken ones are replaced. */
export async function choosePorts(base: number | undefined): Promise<ApiPorts> {
  const choose = async (offset: number) => {
    const port = (base ?? preferredBase) + offset;
    const refusal = await refusalOf(port);
    if (refusal === undefined) return port;
    if (base !== undefined) throw refusal;
    return freePort();
  };
  return { ledger: await choose(0), workbench: await choose(1), identity: await choose(2) };
}

async function refusalOf(port: number): Promise<unknown> {
  try {
    await Promise.all((await listenOnLoopback(createServer, port)).map(close));
    return undefined;
  } catch (error) {
    return error;
  }
}
