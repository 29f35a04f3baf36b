// Runs one history: checks every answer, then the whole state, then verifies the ledger.
import { randomUUID } from 'node:crypto';
import type { Store } from '../../../../functions/ledger/store/store.ts';
import { verifyLedger } from '../../../../functions/verification/verify.ts';
import type { TestLedger } from '../../stack/ledger.ts';
import { buildRequest } from './requests.ts';
import { runExchange, buildReader } from './exchanges.ts';
import { deleteTenant } from './delete-tenant.ts';
import { buildPrelude } from './histories.ts';
import type { RequestHistory, HistoryStep } from './histories.ts';
import { judgeExchange } from '../oracle.ts';
import { explainOutcomes } from './explain-outcomes.ts';
import type { PlannedStoreFaults } from './store-faults.ts';
import { readState, deriveState } from '../readable-state.ts';
import type { ReadableState } from '../readable-state.ts';
import { toCanonicalText, buildOracleState } from './oracle-state.ts';
import type { SentRequest, OracleExchange, OracleState } from './oracle-state.ts';

export interface HistorySetting {
  readonly ledger: TestLedger;
  /** The store itself, without any proxy. */
  readonly store: Store;
  /** Absent when the store has no proxy. */
  readonly faults?: PlannedStoreFaults;
  /** Called with each outcome. */
  readonly onOutcome: (outcome: string) => void;
}

/** Fails at the first answer, record or ledger difference that contradicts the oracle. */
export async function runHistory(setting: HistorySetting, history: RequestHistory): Promise<void> {
  const tenants = [randomUUID(), randomUUID()];
  let keys = 0;
  const nextKey = () => `key-${String((keys += 1)).padStart(16, '0')}`;
  let worlds: readonly OracleState[] = [buildOracleState(tenants)];
  let sent: readonly SentRequest[] = [];
  for (const step of [...buildPrelude(history), ...history.steps]) {
    const [world = buildOracleState(tenants)] = worlds;
    const once = step.commands.map((command) =>
      buildRequest(command, { world, tenants, sent, nextKey }),
    );
    const asked = step.isTwin ? [...once, ...once] : once;
    const exchanges = await sendStep(setting, tenants, step, asked);
    worlds = judgeStep(worlds, exchanges, setting);
    sent = [...once.toReversed(), ...sent];
  }
  for (const tenant of tenants) {
    await compareState(setting, worlds, tenant, history.pageSize);
    await verifyTenant(setting, tenant);
  }
  await deleteTenant(setting.store, tenants);
}

async function sendStep(
  { faults, ledger, onOutcome }: HistorySetting,
  tenants: readonly string[],
  step: HistoryStep,
  asked: readonly SentRequest[],
): Promise<OracleExchange[]> {
  faults?.plan(tenants, step.faults);
  // A request that gave up may still be executed after its second try was refused.
  const isImpatient = step.faults.length > 1 && asked.length === 1;
  const line = { ledger, onOutcome, isImpatient };
  const exchanges = await Promise.all(asked.map((one) => runExchange(line, one)));
  faults?.heal(tenants);
  return exchanges;
}

function judgeStep(
  worlds: readonly OracleState[],
  exchanges: readonly OracleExchange[],
  { faults, onOutcome }: HistorySetting,
): readonly OracleState[] {
  const leniency = { isRace: exchanges.length > 1, isFaulty: faults !== undefined };
  const next = explainOutcomes(worlds, exchanges, leniency);
  const [world = buildOracleState([])] = worlds;
  const alone = exchanges.map((one) => ({ one, ...judgeExchange(world, one, leniency) }));
  if (next.length === 0)
    throw new Error(`no order explains ${formatValue(alone.map(describeMismatch))}`);
  for (const { outcome } of alone) onOutcome(outcome);
  if (alone.some((judgement) => !judgement.world)) onOutcome('race with consequences');
  if (next.length > 1) onOutcome('race with several explanations');
  return next;
}

function describeMismatch({
  one,
  expected,
  world,
}: ReturnType<typeof judgeExchange> & { one: OracleExchange }) {
  const { request: asked, answer } = one;
  return {
    asked,
    actual: `${answer.status} ${answer.text}`,
    ...(!world && { expected }),
  };
}

async function compareState(
  setting: HistorySetting,
  worlds: readonly OracleState[],
  tenant: string,
  pageSize: number,
): Promise<void> {
  const [books, ...others] = worlds.flatMap((world) => world.get(tenant) ?? []);
  if (!books) throw new Error('the ledger has no state');
  const read = buildReader(setting, { tenant, subject: 'ada' });
  const actual = await readState(read, books, pageSize);
  const wrong = listDifferences(deriveState(books, actual), actual);
  const isRight = others.some(
    (one) => listDifferences(deriveState(one, actual), actual).length === 0,
  );
  if (wrong.length > 0 && !isRight) throw new Error(`the state is wrong: ${formatValue(wrong)}`);
}

function listDifferences(expected: ReadableState, actual: ReadableState) {
  return [...expected]
    .filter(([name, value]) => toCanonicalText(value) !== toCanonicalText(actual.get(name)))
    .map(([name, value]) => ({ name, expected: value, actual: actual.get(name) }));
}

async function verifyTenant({ store }: HistorySetting, tenant: string): Promise<void> {
  const run = { store, tenant, requests: 1, settleMs: 0 };
  const { differences, isSound } = await verifyLedger(run);
  if (!isSound) throw new Error(`the verification found differences: ${formatValue(differences)}`);
}

function formatValue(value: unknown): string {
  const exact = (_: string, part: unknown) => (typeof part === 'bigint' ? part.toString() : part);
  return JSON.stringify(value, exact, 1);
}
