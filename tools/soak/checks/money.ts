// Money is conserved: each account holds what was acknowledged of it, and its statement tells how.
import { amountOf, minorOf } from '../amounts.ts';
import { expectedBooks } from '../expected-records.ts';
import type { Body } from '../intent.ts';
import type { Memory } from '../faults/memory.ts';
import { ask, differences, each, listAll } from './check.ts';
import type { Check, Scene } from './check.ts';

interface Held {
  readonly account: string;
  /** What the acknowledged entries add up to. */
  readonly expected: bigint;
  /** The entries that move it, by journal entry and position. */
  readonly postings: readonly string[];
}

export const money: Check = async (scene) => {
  const all = await Promise.all(
    scene.memories.map(async (memory) => {
      const held = heldBy(memory);
      const findings = await each(held, (one) => findingsOn(scene, memory.tenant, one));
      return { held, findings: findings.flat() };
    }),
  );
  const accounts = all.flatMap(({ held }) => held);
  const sum = accounts.reduce((total, { expected }) => total + expected, 0n);
  return {
    what: `${accounts.length} accounts hold ${amountOf(sum)}`,
    findings: all.flatMap(({ findings }) => findings),
  };
};

function heldBy(memory: Memory): Held[] {
  const { accounts, entries } = expectedBooks(memory);
  const sums = new Map([...accounts].map((id) => [id, 0n]));
  const postings = new Map([...accounts].map((id): [string, string[]] => [id, []]));
  for (const [entry, movements] of entries) {
    for (const [index, { account, amount }] of movements.entries()) {
      sums.set(account, (sums.get(account) ?? 0n) + amount);
      postings.get(account)?.push(`${entry}#${index + 1}`);
    }
  }
  return [...sums].map(([account, expected]) => {
    return { account, expected, postings: postings.get(account) ?? [] };
  });
}

async function findingsOn(
  scene: Scene,
  tenant: string,
  { account, expected, postings }: Held,
): Promise<string[]> {
  const path = { accountId: account };
  const { body } = await ask(scene, tenant, 'getAccountBalance', { path });
  const statement = await listAll(scene, tenant, 'getAccountStatement', path);
  const name = `${tenant}: ${account}`;
  const keys = statement.map(({ posting_key }) => posting_key);
  const isRight = body.balance === amountOf(expected);
  return [
    ...(isRight ? [] : [`${name} holds ${body.balance} instead of ${amountOf(expected)}`]),
    ...differences(`${name}, posting`, new Set(postings), keys),
    ...runningFaults(name, statement),
  ];
}

function runningFaults(name: string, statement: readonly Body[]): string[] {
  let balance = 0n;
  let time = '';
  return statement.flatMap(({ posting_key, direction, amount, balance_after, posted_at }) => {
    balance += direction === 'CREDIT' ? minorOf(amount) : -minorOf(amount);
    const isRight = balance_after === amountOf(balance) && posted_at >= time;
    time = posted_at;
    return isRight ? [] : [`${name}, posting ${posting_key}: ${balance_after} at ${posted_at}`];
  });
}
