import { afterEach, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { choosePorts } from '../../../local/http/choose-ports.ts';
import type { ChosenPorts } from '../../../local/http/choose-ports.ts';
import { closeServer, listenOnLoopback } from '../../../local/http/loopback.ts';
import { findFreeBase } from '../free-ports.ts';

const chosen: ChosenPorts[] = [];
afterEach(async () => {
  const all = chosen.splice(0);
  await Promise.all(all.flatMap((one) => [one.release(), one.releaseConsole()]));
});

async function choose(preferred?: number): Promise<ChosenPorts> {
  const one = await choosePorts({}, preferred);
  chosen.push(one);
  return one;
}

test('runners that start at once get different ports, though none listens yet', async () => {
  const all = await Promise.all([choose(), choose(), choose()]);

  const ports = all.flatMap((one) => [...Object.values(one.ports), one.console]);
  expect(new Set(ports).size).toBe(12);
});

test('a released port can be used', async () => {
  const preferred = await findFreeBase([1, 2, 10]);
  const { ports, console, release, releaseConsole } = await choose(preferred);
  await Promise.all([release(), releaseConsole()]);

  for (const port of [...Object.values(ports), console]) {
    await Promise.all((await listenOnLoopback(createServer, port)).map(closeServer));
  }
});

test('names a requested port that is in use, and releases the others', async () => {
  const base = await findFreeBase([1]);
  const taken = await listenOnLoopback(createServer, base + 1);

  await expect(choosePorts({ base })).rejects.toThrow(
    `Port ${base + 1} is taken by another program.`,
  );

  const released = await listenOnLoopback(createServer, base);
  await Promise.all([...taken, ...released].map(closeServer));
});

test('the console is ten above a requested port, or where it is requested', async () => {
  const base = await findFreeBase([1, 2, 10, 20]);
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
  const preferred = await findFreeBase([1]);
  const named = await choosePorts({ console: preferred + 1 }, preferred);
  chosen.push(named);

  expect(named.console).toBe(preferred + 1);
  expect(Object.values(named.ports)).not.toContain(named.console);
});
