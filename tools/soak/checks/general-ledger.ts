// Checks the general ledger: its settings, its chart and its accounting periods follow from the
// acknowledged requests, and the totals of a closed period are those of its entries.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatAmount, parseMinorUnits } from '../amounts.ts';
import type { AnswerBody } from '../intended-request.ts';
import type { AcknowledgedRequest, Observations } from '../observations.ts';
import { listAllItems, requireAnswer } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 100;

export const checkGeneralLedger: SoakCheck = async (state) => {
  const all = await Promise.all(
    state.observations.map((observations) => checkTenantLedger(state, observations)),
  );
  const count = all.reduce((sum, { periods }) => sum + periods, 0);
  return {
    subject: `${count} accounting periods, the settings and charts of the general ledger`,
    findings: all.flatMap(({ findings }) => findings),
  };
};

async function checkTenantLedger(state: SoakState, observations: Observations) {
  const { tenant, acknowledged } = observations;
  const periods = await waitForClosings(state, tenant);
  const { body: settings } = await requireAnswer(state, tenant, 'getGeneralLedgerSettings');
  const entries = await listAllItems(state, tenant, 'listJournalEntries');
  const chart = await listAllItems(state, tenant, 'listGeneralLedgerAccounts');
  const findings = [
    ...findSettingsFaults(acknowledged, settings, periods),
    ...findChartFaults(acknowledged, chart),
    ...periods.flatMap((period) => [
      ...findVersionFaults(acknowledged, period),
      ...findTotalFaults(period, entries),
    ]),
  ];
  return { periods: periods.length, findings: findings.map((fault) => `${tenant}: ${fault}`) };
}

async function waitForClosings(state: SoakState, tenant: string): Promise<AnswerBody[]> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const periods = await listAllItems(state, tenant, 'listGeneralLedgerPeriods');
    const isEnded = periods.every((period) => period.state !== 'CLOSING');
    if (isEnded || performance.now() > deadline) return periods;
    await sleep(PAUSE_MS);
  }
}

type AcknowledgedRequests = readonly AcknowledgedRequest[];

function listAnswers(acknowledged: AcknowledgedRequests, ...operations: string[]): AnswerBody[] {
  return acknowledged
    .filter(({ intent }) => operations.includes(intent.operation))
    .map(({ answer }) => answer.body);
}

// Each change of a period is a new version of the settings too.
function findSettingsFaults(
  acknowledged: AcknowledgedRequests,
  settings: AnswerBody,
  periods: readonly AnswerBody[],
): string[] {
  const answers = listAnswers(acknowledged, 'updateGeneralLedgerSettings');
  const changes = answers.filter(({ kind }) => kind === undefined);
  const applied = listAnswers(acknowledged, 'approveGeneralLedgerRequest').filter(
    ({ kind, status }) => kind === 'SETTINGS_CHANGE' && status === 'APPLIED',
  );
  const count = changes.length + applied.length;
  const version = periods.reduce((sum, period) => sum + period.version, count);
  const last = changes.toSorted((one, other) => one.version - other.version).at(-1);
  const closed = periods.filter(({ state }) => state === 'CLOSING' || state === 'CLOSED');
  const states = closed.map(({ period, state }) => [period, state]);
  const expected = {
    ...(last ?? settings),
    ...pickAppliedMembers(applied, settings),
    closed_periods: states.length > 0 ? Object.fromEntries(states) : undefined,
    version,
    updated_at: settings.updated_at,
  };
  const { closed_periods, updated_at } = settings;
  const actual = { ...settings, closed_periods, updated_at };
  return isDeepStrictEqual(expected, actual)
    ? []
    : [`the settings are ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}

/** The members that one of the approved changes may have set last; an approval shows no version. */
function pickAppliedMembers(applied: readonly AnswerBody[], settings: AnswerBody): AnswerBody {
  const members: [string, unknown][] = applied.flatMap(({ settings: change }) =>
    Object.entries(change),
  );
  return Object.fromEntries(
    members.filter(([name, value]) => isDeepStrictEqual(settings[name], value)),
  );
}

function findChartFaults(
  acknowledged: AcknowledgedRequests,
  chart: readonly AnswerBody[],
): string[] {
  const answers = listAnswers(acknowledged, 'upsertGeneralLedgerAccount');
  const codes = new Set([...answers, ...chart].map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const own = answers.filter((answer) => answer.code === code);
    const last = own.find(({ version }) => version === own.length);
    const found = chart.find((account) => account.code === code);
    if (last !== undefined && isDeepStrictEqual(last, found)) return [];
    return [
      `account ${code} of the chart was defined ${own.length} times: ${JSON.stringify(found)}`,
    ];
  });
}

// A closing changes the period twice, a reopening once.
function findVersionFaults(
  acknowledged: AcknowledgedRequests,
  { period, version, state, failure_reason: reason }: AnswerBody,
): string[] {
  const applied = listAnswers(acknowledged, 'approveGeneralLedgerRequest').filter(
    (request) => request.period === period && request.status === 'APPLIED',
  );
  const closings = applied.filter(({ kind }) => kind === 'PERIOD_CLOSE').length;
  const expected = closings + applied.length;
  const isEnded = state === 'OPEN' || state === 'CLOSED' || (state === 'FAILED' && Boolean(reason));
  return [
    ...(isEnded ? [] : [`the closing of ${period} has not ended: ${state}`]),
    ...(version === expected ? [] : [`${period} is at version ${version} instead of ${expected}`]),
  ];
}

function findTotalFaults(
  { period, state, totals = [] }: AnswerBody,
  entries: readonly AnswerBody[],
): string[] {
  if (state !== 'CLOSED') return [];
  const dated = entries.filter(({ effective_date: day }) => day.startsWith(period));
  const currencies = [...new Set(dated.map(({ currency = 'XXX' }) => currency))].toSorted();
  const expected = currencies.map((currency) => {
    const own = dated.filter((entry) => (entry.currency ?? 'XXX') === currency);
    const total_debits = sumSide(own, 'debit_amount');
    const total_credits = sumSide(own, 'credit_amount');
    return { currency, journal_entries: own.length, total_debits, total_credits };
  });
  const actual = totals.map(({ digest: _, ...sums }: AnswerBody) => sums);
  return isDeepStrictEqual(expected, actual)
    ? []
    : [`the totals of ${period} are ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}

function sumSide(entries: readonly AnswerBody[], side: string): string {
  const lines: AnswerBody[] = entries.flatMap((entry) => entry.ledger_lines);
  const amounts = lines.map((line) => parseMinorUnits(line[side] ?? '0.00'));
  return formatAmount(amounts.reduce((sum, amount) => sum + amount, 0n));
}
