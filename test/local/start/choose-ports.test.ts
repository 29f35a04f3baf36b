import { afterEach, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { choosePorts } from '../../../local/http/choose-ports.ts';
import type { ChosenPorts } from '../../../local/http/choose-ports.ts';
import { findFreePort } from '../../../local/http/free-port.ts';
import { closeServer, listenOnLoopback } from '../../../local/http/loopback.ts';

const chosen: ChosenPorts[] = [];
afterEach(async () => {
  const all = chosen.splice(0);
  await Promise.all(all.flatMap((one) => [one.release(), one.releaseConsole()]));
});

async function choose(): Promise<ChosenPorts> {
  const one = await choosePorts();
  chosen.push(one);
  return one;
}

test('runners that start at once get different ports, though none listens yet', async () => {
  const all = await Promise.all([choose(), choose(), choose()]);

  const ports = all.flatMap((one) => [...Object.values(one.ports), one.console]);
  expect(new Set(ports).size).toBe(12);
});

test('a released port can be used', async () => {
  const { ports, console, release, releaseConsole } = await choose();
  await Promise.all([release(), releaseConsole()]);

  for (const port of [...Object.values(ports), console]) {
    await Promise.all((await listenOnLoopback(createServer, port)).map(closeServer));
  }
});

/** A free port that is followed by one in use. */
async function takenPort(): Promise<{ port: number; leave(): Promise<unknown> }> {
  for (;;) {
    const port = await findFreePort();
    const servers = await listenOnLoopback(createServer, port);
    const leave = () => Promise.all(servers.map(closeServer));
    const before = await listenOnLoopback(createServer, port - 1).catch(() => undefined);
    if (before) {
      await Promise.all(before.map(closeServer));
      return { port, leave };
    }
    await leave();
  }
}

test('names a requested port that is in use, and releases the others', async () => {
  const { port, leave } = await takenPort();

  await expect(choosePorts({ base: port - 1 })).rejects.toThrow(
    `Port ${port} is taken by another program.`,
  );

  await Promise.all((await listenOnLoopback(createServer, port - 1)).map(closeServer));
  await leave();
});

test('the console is ten above a requested port, or where it is requested', async () => {
  const base = await findFreePort();
  const moved = await choosePorts({ base });
  chosen.push(moved);
  expect([moved.ports.ledger, moved.console]).toEqual([base, base + 10]);

  await expect(choosePorts({ console: base + 10 })).rejects.toThrow(
    `Port ${base + 10} is taken by another program.`,
  );
  const named = await choosePorts({ console: base + 20 });
  chosen.push(named);
  expect(named.console).toBe(base + 20);
});

test('a port that is requested for the console is none that the APIs merely prefer', async () => {
  const preferred = await findFreePort();
  const named = await choosePorts({ console: preferred + 1 }, preferred);
  chosen.push(named);

  expect(named.console).toBe(preferred + 1);
  expect(Object.values(named.ports)).not.toContain(named.console);
});
