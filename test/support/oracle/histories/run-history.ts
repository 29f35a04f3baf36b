// Runs one history: checks every answer, compares the final state, then verifies the ledger.
import { randomUUID } from 'node:crypto';
import type { OperationName } from '../../../../functions/operations/operations.ts';
import { verifyLedger } from '../../../../functions/verification/verify.ts';
import { buildRequest } from './requests.ts';
import { completeClosings } from './general-ledger/complete-closings.ts';
import { compareGeneralLedger, projectLedger } from './general-ledger/compare-general-ledger.ts';
import { runExchange, buildReader } from './exchanges.ts';
import type { HistorySetting } from './exchanges.ts';
import { deleteTenant } from './delete-tenant.ts';
import { awaitChanges, runOnOwnClock } from './history-clock.ts';
import { buildPrelude } from './histories.ts';
import type { RequestHistory, HistoryStep } from './histories.ts';
import { judgeExchange } from '../oracle.ts';
import { explainOutcomes } from './explain-outcomes.ts';
import { readState, deriveState } from '../readable-state.ts';
import type { ReadableState } from '../readable-state.ts';
import { toCanonicalText, buildOracleState } from './oracle-state.ts';
import type {
  SentRequest,
  OracleBody,
  OracleExchange,
  OracleState,
  TenantState,
} from './oracle-state.ts';

/** Fails at the first answer, record or ledger difference that contradicts the oracle. */
export function runHistory(setting: HistorySetting, history: RequestHistory): Promise<void> {
  return runOnOwnClock(() => runSteps(setting, history));
}

async function runSteps(setting: HistorySetting, history: RequestHistory): Promise<void> {
  const tenants = [randomUUID(), randomUUID()];
  let keys = 0;
  const nextKey = () => `key-${String((keys += 1)).padStart(16, '0')}`;
  let states: readonly OracleState[] = [buildOracleState(tenants)];
  let sent: readonly SentRequest[] = [];
  for (const step of [...buildPrelude(history), ...history.steps]) {
    if (step.awaitsBackground) states = await endClosings(setting, states, tenants);
    const [state = buildOracleState(tenants)] = states;
    const requests = step.commands.map((command) =>
      buildRequest(command, { state, tenants, sent, nextKey }),
    );
    if (step.awaitsBackground) states = await countEntries(setting, states, requests);
    const repeated = step.isRepeated ? [...requests, ...requests] : requests;
    const exchanges = await sendStep(setting, tenants, step, repeated);
    states = judgeStep(states, exchanges, setting);
    sent = [...requests.toReversed(), ...sent];
  }
  for (const tenant of tenants) {
    await compareState(setting, states, tenant, history.pageSize);
    await verifyTenant(setting, tenant);
  }
  await deleteTenant(setting.store, tenants);
}

async function endClosings(
  setting: HistorySetting,
  states: readonly OracleState[],
  tenants: readonly string[],
): Promise<readonly OracleState[]> {
  let possible = states;
  for (const tenant of tenants) possible = await completeClosings(setting, possible, tenant);
  // The period of a closing that failed takes entries again.
  if (possible !== states) awaitChanges();
  return possible;
}

/** The possible states once the trial balances that the requests need contain every entry. */
async function countEntries(
  setting: HistorySetting,
  states: readonly OracleState[],
  requests: readonly SentRequest[],
): Promise<readonly OracleState[]> {
  const isNeeded = ({ operation, tenant, path }: SentRequest) =>
    operation === 'closeGeneralLedgerYear' ||
    states.some((state) => isYearClosing(state.get(tenant), path['requestId']));
  const tenants = new Set(requests.filter(isNeeded).map(({ tenant }) => tenant));
  for (const tenant of tenants) await projectLedger(setting, tenant);
  return states.map((state) => {
    const counted = [...state]
      .filter(([tenant]) => tenants.has(tenant))
      .map(([tenant, own]) => [tenant, { ...own, counted: own.journal }] as const);
    return counted.length > 0 ? new Map([...state, ...counted]) : state;
  });
}

function isYearClosing(state: TenantState | undefined, requestId = ''): boolean {
  return state?.ledgerRequests.get(requestId)?.body['kind'] === 'YEAR_CLOSE';
}

/** What postings know late. */
const SPREADING: readonly OperationName[] = [
  'updateGeneralLedgerSettings',
  'upsertGeneralLedgerAccount',
  'approveGeneralLedgerRequest',
  'approveChangeRequest',
];

async function sendStep(
  { faults, ledger, onOutcome }: HistorySetting,
  tenants: readonly string[],
  step: HistoryStep,
  requests: readonly SentRequest[],
): Promise<OracleExchange[]> {
  const isSpreading = requests.some(({ operation }) => SPREADING.includes(operation));
  // Concurrent postings know the state before or after the change, and all of them the same.
  if (isSpreading) awaitChanges();
  faults?.plan(tenants, step.faults);
  // An attempt that gave up may still be executed after the next attempt was refused.
  const hasShortTimeout = step.faults.length > 1 && requests.length === 1;
  const client = { ledger, onOutcome, hasShortTimeout };
  const exchanges = await Promise.all(requests.map((request) => runExchange(client, request)));
  faults?.heal(tenants);
  if (isSpreading) awaitChanges();
  return exchanges;
}

function judgeStep(
  states: readonly OracleState[],
  exchanges: readonly OracleExchange[],
  { onOutcome }: HistorySetting,
): readonly OracleState[] {
  const leniency = { isRace: exchanges.length > 1 };
  const next = explainOutcomes(states, exchanges, leniency);
  const [state = buildOracleState([])] = states;
  const verdicts = exchanges.map((exchange) => ({
    exchange,
    ...judgeExchange(state, exchange, leniency),
  }));
  if (next.length === 0)
    throw new Error(`No order explains ${formatValue(verdicts.map(describeMismatch))}`);
  for (const { outcome } of verdicts) onOutcome(outcome);
  if (verdicts.some((verdict) => !verdict.state)) onOutcome('race with consequences');
  if (next.length > 1) onOutcome('race with several explanations');
  return next;
}

function describeMismatch({
  exchange,
  expected,
  state,
}: ReturnType<typeof judgeExchange> & { exchange: OracleExchange }) {
  const { request, answer, isRetried } = exchange;
  return {
    request,
    actual: `${answer.status} ${answer.text}`,
    headers: answer.headers,
    isRetried,
    ...(!state && { expected }),
  };
}

async function compareState(
  setting: HistorySetting,
  states: readonly OracleState[],
  tenant: string,
  pageSize: number,
): Promise<void> {
  const [first, ...others] = states.flatMap((state) => state.get(tenant) ?? []);
  if (!first) throw new Error('The oracle has no state of the tenant.');
  const read = buildReader(setting, { tenant, subject: 'ada' });
  const actual = await readState(read, first, pageSize);
  const differences = listDifferences(deriveState(first, actual), actual);
  const isRight = others.some(
    (other) => listDifferences(deriveState(other, actual), actual).length === 0,
  );
  if (differences.length > 0 && !isRight) {
    throw new Error(`The state is wrong: ${formatValue(differences)}`);
  }
  const list = (name: string) => actual.get(name) as OracleBody[];
  const readBalance = async ({ id }: OracleBody) =>
    (await read({ operation: 'getAccountBalance', path: { accountId: String(id) } }))
      .body as OracleBody;
  await compareGeneralLedger(setting, tenant, read, {
    journal: list('journal'),
    chart: list('chart'),
    balances: await Promise.all(list('accounts').map(readBalance)),
    loans: list('loans'),
  });
}

function listDifferences(expected: ReadableState, actual: ReadableState) {
  return [...expected]
    .filter(([name, value]) => toCanonicalText(value) !== toCanonicalText(actual.get(name)))
    .map(([name, value]) => ({ name, expected: value, actual: actual.get(name) }));
}

async function verifyTenant({ store }: HistorySetting, tenant: string): Promise<void> {
  const run = { store, tenant, requests: 1, settleMs: 0 };
  const { differences, isSound } = await verifyLedger(run);
  if (!isSound) throw new Error(`The verification found differences: ${formatValue(differences)}`);
}

function formatValue(value: unknown): string {
  const exact = (_: string, part: unknown) => (typeof part === 'bigint' ? part.toString() : part);
  return JSON.stringify(value, exact, 1);
}
