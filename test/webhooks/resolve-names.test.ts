// Names are resolved beside the few threads that the lookups of all tenants would share.
import { pbkdf2 } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { afterEach, expect, test } from '@jest/globals';
import { resolveByServers } from '../../functions/webhooks/resolve-names.ts';

const servers: Socket[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

const HEADER_BYTES = 12;
const TYPES = { 1: 4, 28: 6 } as const;

/** A name server that has these addresses for every name, or is silent. */
async function startNameServer(addresses?: Readonly<Partial<Record<4 | 6, readonly number[]>>>) {
  const server = createSocket('udp4');
  servers.push(server);
  server.on('message', (query, { port }) => {
    if (addresses === undefined) return;
    const end = query.indexOf(0, HEADER_BYTES) + 1;
    const question = query.subarray(HEADER_BYTES, end + 4);
    const data = addresses[TYPES[query.readUInt16BE(end) as keyof typeof TYPES]];
    const flags = [0x81, 0x80, 0, 1, 0, data === undefined ? 0 : 1, 0, 0, 0, 0];
    // The name is that of the question; the type and class too; for a minute.
    const answer = [0xc0, 0x0c, ...query.subarray(end, end + 4), 0, 0, 0, 60, 0, data?.length ?? 0];
    const parts = [query.subarray(0, 2), Buffer.from(flags), question];
    const found = data === undefined ? [] : [Buffer.from([...answer, ...data])];
    server.send(Buffer.concat([...parts, ...found]), port);
  });
  await new Promise<void>((resolve) => void server.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${server.address().port}`;
}

function resolveAt(server: string, signal = AbortSignal.timeout(60_000)) {
  return new Promise<readonly LookupAddress[]>((found, failed) => {
    resolveByServers(signal, [server])('receiver.example', (error, addresses) =>
      error ? failed(error) : found(addresses),
    );
  });
}

const LOOPBACK_6 = [...new Uint8Array(15), 1];

test('finds the addresses of both kinds, and those of one where there is no other', async () => {
  const both = await startNameServer({ 4: [8, 8, 8, 8], 6: LOOPBACK_6 });
  const six = await startNameServer({ 6: LOOPBACK_6 });
  const none = await startNameServer({});

  expect(await resolveAt(both)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '::1', family: 6 },
  ]);
  expect(await resolveAt(six)).toEqual([{ address: '::1', family: 6 }]);
  await expect(resolveAt(none)).rejects.toMatchObject({ code: 'ENODATA' });
});

test('needs none of the threads on which other lookups may hang', async () => {
  const server = await startNameServer({ 4: [8, 8, 8, 8] });
  let ended = 0;
  const busy = Array.from(
    { length: 4 },
    () =>
      new Promise<void>((done) =>
        pbkdf2('x', 'x', 5_000_000, 32, 'sha512', () => {
          ended += 1;
          done();
        }),
      ),
  );

  expect(await resolveAt(server)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  expect(ended).toBe(0);
  await Promise.all(busy);
});

test('ends with its signal', async () => {
  const silent = await startNameServer();

  await expect(resolveAt(silent, AbortSignal.timeout(50))).rejects.toMatchObject({
    code: 'ECANCELLED',
  });
});
