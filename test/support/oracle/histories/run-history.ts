// Lives through a history: every answer is judged, then the whole state, then the books themselves.
import { randomUUID } from 'node:crypto';
import type { Store } from '../../../../functions/ledger/store/store.ts';
import { verifyBooks } from '../../../../functions/verification/verify.ts';
import type { TestLedger } from '../../stack/ledger.ts';
import { ask } from './requests.ts';
import { exchange, readerFor } from './exchanges.ts';
import { forget } from './forget.ts';
import { preludeOf } from './histories.ts';
import type { History, Step } from './histories.ts';
import { judge } from '../oracle.ts';
import { explain } from './races.ts';
import type { StoreFaults } from './store-faults.ts';
import { readState, stateOf } from '../whole-state.ts';
import type { State } from '../whole-state.ts';
import { canonical, newWorld } from './world.ts';
import type { Asked, Exchange, World } from './world.ts';

export interface Setting {
  readonly ledger: TestLedger;
  /** The store itself, past everything. */
  readonly store: Store;
  /** Absent when the store has none. */
  readonly faults?: StoreFaults;
  /** Is told of each thing that has happened. */
  readonly onOutcome: (outcome: string) => void;
}

/** Fails at the first answer, record or book that is not as the oracle says. */
export async function runHistory(setting: Setting, history: History): Promise<void> {
  const tenants = [randomUUID(), randomUUID()];
  let keys = 0;
  const nextKey = () => `key-${String((keys += 1)).padStart(16, '0')}`;
  let worlds: readonly World[] = [newWorld(tenants)];
  let sent: readonly Asked[] = [];
  for (const step of [...preludeOf(history), ...history.steps]) {
    const [world = newWorld(tenants)] = worlds;
    const once = step.commands.map((command) => ask(command, { world, tenants, sent, nextKey }));
    const asked = step.isTwin ? [...once, ...once] : once;
    const exchanges = await send(setting, tenants, step, asked);
    worlds = judged(worlds, exchanges, setting);
    sent = [...once.toReversed(), ...sent];
  }
  for (const tenant of tenants) {
    await compare(setting, worlds, tenant, history.pageSize);
    await verify(setting, tenant);
  }
  await forget(setting.store, tenants);
}

async function send(
  { faults, ledger, onOutcome }: Setting,
  tenants: readonly string[],
  step: Step,
  asked: readonly Asked[],
): Promise<Exchange[]> {
  faults?.plan(tenants, step.faults);
  // Of several at once, one that gave up might still be carried out after its second try was refused.
  const isHasty = step.faults.length > 1 && asked.length === 1;
  const line = { ledger, onOutcome, isHasty };
  const exchanges = await Promise.all(asked.map((one) => exchange(line, one)));
  faults?.heal(tenants);
  return exchanges;
}

function judged(
  worlds: readonly World[],
  exchanges: readonly Exchange[],
  { faults, onOutcome }: Setting,
): readonly World[] {
  const leniency = { isRace: exchanges.length > 1, isFaulty: faults !== undefined };
  const next = explain(worlds, exchanges, leniency);
  const [world = newWorld([])] = worlds;
  const alone = exchanges.map((one) => ({ one, ...judge(world, one, leniency) }));
  if (next.length === 0) throw new Error(`no order explains ${inWords(alone.map(wrongness))}`);
  for (const { outcome } of alone) onOutcome(outcome);
  if (alone.some((judgement) => !judgement.world)) onOutcome('race with consequences');
  if (next.length > 1) onOutcome('race with several explanations');
  return next;
}

function wrongness({ one, expected, world }: ReturnType<typeof judge> & { one: Exchange }) {
  const { asked, answer } = one;
  return {
    asked,
    told: `${answer.status} ${answer.text}`,
    ...(!world && { expected }),
  };
}

async function compare(
  setting: Setting,
  worlds: readonly World[],
  tenant: string,
  pageSize: number,
): Promise<void> {
  const [books, ...others] = worlds.flatMap((world) => world.get(tenant) ?? []);
  if (!books) throw new Error('there are no books');
  const read = readerFor(setting, { tenant, subject: 'ada' });
  const told = await readState(read, books, pageSize);
  const wrong = differencesOf(stateOf(books, told), told);
  const isRight = others.some((one) => differencesOf(stateOf(one, told), told).length === 0);
  if (wrong.length > 0 && !isRight) throw new Error(`the state is wrong: ${inWords(wrong)}`);
}

function differencesOf(expected: State, told: State) {
  return [...expected]
    .filter(([name, value]) => canonical(value) !== canonical(told.get(name)))
    .map(([name, value]) => ({ name, expected: value, told: told.get(name) }));
}

async function verify({ store }: Setting, tenant: string): Promise<void> {
  const run = { store, tenant, requests: 1, settleMilliseconds: 0 };
  const { differences, isSound } = await verifyBooks(run);
  if (!isSound) throw new Error(`the books do not add up: ${inWords(differences)}`);
}

function inWords(value: unknown): string {
  const exact = (_: string, part: unknown) => (typeof part === 'bigint' ? part.toString() : part);
  return JSON.stringify(value, exact, 1);
}
