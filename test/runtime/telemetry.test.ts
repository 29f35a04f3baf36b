// What a log line holds, and what it never does.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault } from '../support/fault-proxy.ts';

process.env['TEST_LOG'] = 'INFO';
const { credit, openAccount, startLedger } = await import('../support/ledger.ts');

const ledger = await startLedger();
const lines: string[] = [];
const streams = [process.stdout, process.stderr];
const writers = streams.map((stream) => stream.write.bind(stream));
beforeAll(() => {
  for (const stream of streams) {
    stream.write = (chunk: unknown) => {
      lines.push(String(chunk));
      return true;
    };
  }
});
afterAll(async () => {
  streams.forEach((stream, index) => Object.assign(stream, { write: writers[index] }));
  await ledger.stop();
});

test('one line for each answer, without bodies, names or balances, also when it fails', async () => {
  const account = await openAccount(ledger, { funds: '777777777777.00', correlationId: 'flow-7' });
  lines.length = 0;
  // A posting slips in before each commit, so every attempt loses its race.
  let isIn = false;
  ledger.proxy.fail(async (operation): Promise<Fault> => {
    if (operation === 'TransactWriteItems' && !isIn) {
      isIn = true;
      await ledger.call('postJournalEntry', { body: credit(account, '1.00'), subject: 'rival' });
      isIn = false;
    }
    return 'none';
  });

  const busy = await ledger.call('postJournalEntry', {
    body: { ...credit(account, '2.00'), description: 'private-description' },
    correlationId: 'flow-8',
    remainingMs: 2_500,
  });

  ledger.proxy.heal();
  expect(busy.body).toMatchObject({ statusCode: 503, code: 'contention' });
  const logged = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const failed = logged.find((line) => line['correlation_id'] === 'flow-8');
  expect(failed).toMatchObject({
    level: 'ERROR',
    operation: 'postJournalEntry',
    tenant: 'acme',
    status: 503,
    code: 'contention',
  });
  expect(lines.join('')).not.toMatch(/7777777777|private-description|Ada|cus-1/);
});
