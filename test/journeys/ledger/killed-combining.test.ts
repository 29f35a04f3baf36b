// A stage that combines (ADR 125) is killed while many callers post on one account: whatever the runner was doing, the
// callers repeat their requests after the new start, and each is posted exactly once.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { startProduct } from '../../../tools/bench/load/running-product.ts';
import type { ProductCall, RunningProduct } from '../../../tools/bench/load/running-product.ts';
import { buildTransferRequest, openFundedAccount } from '../../../tools/bench/load/transfers.ts';
import { startCommand } from '../../support/commands/running-command.ts';
import { parseMinorUnits } from '../../../tools/soak/amounts.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { findTable, readAllItems } from '../../support/stack/tables.ts';

const CALLERS = 16;
/** Kills that left intents behind, and how many there may be until then. */
const KILLS = { effective: 2, most: 30 };
/** The answers after which the runner is killed: it is in the middle of combined postings then. */
const ANSWERS_BETWEEN_KILLS = 20;
const REPEATED_MAX = 40;

const folder = mkdtempSync(join(tmpdir(), 'killed-combining-'));
const data = join(folder, 'data');
const engine = String(chooseEngine(process.env['DYNAMODB_ENGINE']));
let product: RunningProduct;
afterAll(async () => {
  await product.stop().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const start = async () => {
  const flags = ['--setting', 'combining=true'];
  product = await startProduct({ folder, engine, data, flags });
};

/** What each account is funded with, and what each transfer moves. */
const FUNDS = 100_000_000n;
const AMOUNT = 1_234n;
const BURSTS_MAX = 20;

interface PostedEntry {
  readonly id: string;
  readonly account_postings: readonly {
    readonly account_id: string;
    readonly balance_after: string;
  }[];
}

interface TransferAnswer {
  readonly status: number;
  readonly text: string;
}

/** The first answer to each transfer, and the transfers that have none, by their keys. */
interface Load {
  readonly answers: Map<string, TransferAnswer>;
  readonly unanswered: ProductCall[];
}

/** Each caller posts one transfer after the other until the runner is killed in the middle. */
async function postUntilKilled(hot: string, others: readonly string[]): Promise<Load> {
  const answers = new Map<string, TransferAnswer>();
  const unanswered: ProductCall[] = [];
  let isKilled = false;
  let killed: Promise<void> | undefined;
  await Promise.all(
    others.map(async (other) => {
      while (!isKilled) {
        const transfer = buildTransferRequest(hot, other, randomUUID());
        const answer = await product.send(transfer).catch(() => undefined);
        if (answer === undefined || answer.status >= 500) unanswered.push(transfer);
        else answers.set(transfer.key ?? '', answer);
        if (answers.size < ANSWERS_BETWEEN_KILLS || isKilled) continue;
        isKilled = true;
        killed = product.kill();
      }
    }),
  );
  await killed;
  return { answers, unanswered };
}

/** Repeats a request until it is posted, as its caller does after a 503. */
async function repeat(request: ProductCall): Promise<TransferAnswer> {
  for (let count = 0; count < REPEATED_MAX; count += 1) {
    const answer = await product.send(request);
    if (answer.status !== 503) return answer;
  }
  throw new Error('The request was answered 503 again and again.');
}

async function readTable(part: string) {
  const { endpoint } = product.stack.ledger;
  return readAllItems(await findTable(part, endpoint), endpoint);
}

/** The intents that wait in any queue. */
async function listIntents() {
  return (await readTable('intents')).filter(({ SK }) => SK.startsWith('I#'));
}

/** Posts at once from all callers. */
const postBurst = (hot: string, others: readonly string[]) =>
  Promise.all(
    others.map(async (other): Promise<[key: string, answer: TransferAnswer]> => {
      const key = randomUUID();
      return [key, await repeat(buildTransferRequest(hot, other, key))];
    }),
  );

test('a kill in the middle of combined postings loses none, and doubles none', async () => {
  await start();
  const open = () => openFundedAccount(product);
  const hot = await open();
  const others = await Promise.all(Array.from({ length: CALLERS }, open));
  const posted = new Map<string, TransferAnswer>();
  let effective = 0;
  for (let kills = 0; effective < KILLS.effective; kills += 1) {
    if (kills === KILLS.most) throw new Error('No kill left intents behind.');
    const { answers, unanswered } = await postUntilKilled(hot, others);
    await start();
    if ((await listIntents()).length > 0) effective += 1;
    // They meet what the killed run has left in the queue.
    const repeated = await Promise.all(unanswered.map(repeat));
    unanswered.forEach(({ key = '' }, index) =>
      answers.set(key, repeated[index] as TransferAnswer),
    );
    for (const [key, answer] of answers) posted.set(key, answer);
  }
  // What no one waits for is posted or returned by the next combiner of the queue.
  for (let bursts = 0; bursts < BURSTS_MAX && (await listIntents()).length > 0; bursts += 1) {
    for (const [key, answer] of await postBurst(hot, others)) posted.set(key, answer);
  }

  expect(await listIntents()).toEqual([]);
  const answers = [...posted.values()];
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  const entries = answers.map(({ text }) => JSON.parse(text) as PostedEntry);
  const stored = (await readTable('data-ledger')).filter(({ PK }) => PK.split('#')[2] === 'JRN');
  const own = stored.filter(({ SK }) => entries.some(({ id }) => id === SK));
  // Beside them stands what has funded each account.
  expect([own.length, stored.length]).toEqual([posted.size, posted.size + CALLERS + 1]);
  // Each transfer has the balance that exactly one order of all of them leaves.
  const balances = entries.map(({ account_postings: postings }) =>
    parseMinorUnits(postings.find(({ account_id: id }) => id === hot)?.balance_after ?? ''),
  );
  const sorted = balances.toSorted((one, other) => (one > other ? -1 : 1));
  expect(sorted).toEqual(balances.map((_, index) => FUNDS - BigInt(index + 1) * AMOUNT));
  const { endpoint } = product.stack.ledger;
  await expectSoundLedger(await findTable('data-ledger', endpoint), endpoint);
  const verified = await startCommand('verify', ['--data', data, '--settle', '1']).end;
  expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^Sound: /) });
}, 3_600_000);
