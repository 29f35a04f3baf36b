// The oracle's rules for accounting periods (docs/general-ledger.md, Accounting periods).
import { refuseWhen } from '../oracle-refusal.ts';
import { requireNotBefore, requireSentence } from '../oracle-rule.ts';
import type { OracleRule } from '../oracle-rule.ts';
import { findAccountingDay } from './entry-controls.ts';
import { submitLedgerRequest } from './ledger-requests.ts';
import { formatAmount, parseMinorUnits, sumAmounts } from '../histories/amounts.ts';
import { putRecord, toCanonicalText } from '../histories/oracle-state.ts';
import type {
  OracleBody,
  OracleLedgerLine,
  OraclePeriod,
  OracleRequest,
  OracleSettings,
  TenantState,
} from '../histories/oracle-state.ts';

type PeriodChange = 'PERIOD_CLOSE' | 'PERIOD_REOPEN';

function buildSubmission(kind: PeriodChange): OracleRule {
  return {
    status: 201,
    carryOut: (state, sent, exchange) => {
      const { period = '' } = sent.path;
      refuseChange(state, { kind, period }, sent.at);
      const { reason } = sent.body as { readonly reason: string };
      const change = { kind, period, period_version: readVersion(state, period) };
      return submitLedgerRequest(state, { change, reason }, sent, exchange);
    },
  };
}

function refuseChange(
  { settings, periods }: TenantState,
  { kind, period }: { readonly kind: unknown; readonly period: string },
  at: string,
): void {
  const { state = 'OPEN' } = periods.get(period) ?? {};
  if (kind === 'PERIOD_REOPEN') return refuseWhen(state !== 'CLOSED', 'period_not_closed');
  const month = findAccountingDay(settings, at).slice(0, 7);
  refuseWhen(month <= period, 'period_not_ended');
  refuseWhen(state !== 'OPEN' && state !== 'FAILED', 'period_not_open');
}

function readVersion({ periods }: TenantState, period: string): number {
  return periods.get(period)?.version ?? 0;
}

/** The state after the approved request, or a refusal; undefined if the period has changed since it was made. */
export function changePeriod(
  state: TenantState,
  request: OracleRequest,
  at: string,
): TenantState | undefined {
  const { body, maker } = request;
  const [kind, period] = [body['kind'], String(body['period'])];
  refuseChange(state, { kind, period }, at);
  if (readVersion(state, period) !== body['period_version']) return undefined;
  const before = state.periods.get(period);
  const isClosing = kind === 'PERIOD_CLOSE';
  const created = String(body['created_at']);
  const changed = String(before?.body['updated_at'] ?? before?.earliest['updated_at'] ?? '');
  const earliest = changed > created ? changed : created;
  const after: OraclePeriod = {
    state: isClosing ? 'CLOSING' : 'OPEN',
    version: (before?.version ?? 0) + 1,
    body: { request_id: request.id, requested_by: maker, decided_by: body['decided_by'] },
    earliest: { [isClosing ? 'closing_at' : 'reopened_at']: earliest, updated_at: earliest },
  };
  return putPeriod(state, period, after);
}

function putPeriod(state: TenantState, period: string, after: OraclePeriod): TenantState {
  const { [period]: _, ...others } = state.settings.closed_periods ?? {};
  const isShut = after.state === 'CLOSING' || after.state === 'CLOSED';
  const closed = isShut ? { ...others, [period]: after.state } : others;
  const { closed_periods: __, ...kept } = state.settings;
  const settings: OracleSettings = {
    ...kept,
    ...(Object.keys(closed).length > 0 && { closed_periods: closed }),
    version: kept.version + 1,
    updatedAt: readTime(kept.updatedAt, after),
    isExact: false,
  };
  return { ...state, settings, periods: putRecord(state.periods, period, after) };
}

/** A lower bound of when the settings changed with the period. */
function readTime(settings = '', { body, earliest }: OraclePeriod): string {
  const changed = String(body['updated_at'] ?? earliest['updated_at'] ?? '');
  return changed > settings ? changed : settings;
}

/** The state after the closing of the period has ended; undefined if the answer is wrong. */
export function endClosing(
  state: TenantState,
  period: string,
  answer: OracleBody,
): TenantState | undefined {
  const before = state.periods.get(period);
  if (before?.state !== 'CLOSING') return undefined;
  const after = buildEndedPeriod(state, period, before, answer);
  const expected = buildPeriodBody(period, after, answer);
  if (toCanonicalText(expected) !== toCanonicalText(answer)) return undefined;
  // From now on the answer stays as it is.
  const { period: _, state: __, version: ___, ...body } = answer;
  return putPeriod(state, period, { ...after, body, earliest: {} });
}

function buildEndedPeriod(
  state: TenantState,
  period: string,
  before: OraclePeriod,
  { closing_at: closingAt, failure_reason: reason }: OracleBody,
): OraclePeriod {
  const dated = listDated(state, period);
  // The tests wait no time for postings that were under way at the approval.
  const isLate = dated.some(({ posted_at: time }) => String(time) > String(closingAt));
  const { closing_at = '', updated_at = '' } = before.earliest;
  const version = before.version + 1;
  if (isLate) {
    const body = { ...before.body, failure_reason: requireSentence(reason) };
    return { state: 'FAILED', version, body, earliest: { closing_at, updated_at } };
  }
  const earliest = { closing_at, closed_at: updated_at, updated_at };
  return {
    state: 'CLOSED',
    version,
    body: { ...before.body, totals: sumEntries(dated) },
    earliest,
  };
}

/** The state after the closing entries of a year have been posted in the period, which stays closed. */
export function addToClosedPeriod(state: TenantState, period: string): TenantState {
  const before = state.periods.get(period);
  if (!before) throw new Error(`${period} was never closed.`);
  const { updated_at: changed, ...body } = before.body;
  const updated_at = String(changed ?? before.earliest['updated_at']);
  return putPeriod(state, period, {
    ...before,
    version: before.version + 1,
    body: { ...body, totals: sumEntries(listDated(state, period)) },
    earliest: { ...before.earliest, updated_at },
  });
}

function listDated({ journal }: TenantState, period: string): OracleBody[] {
  return [...journal.values()]
    .map(({ body }) => body)
    .filter(({ effective_date: day }) => String(day).startsWith(period));
}

/** The control totals without their digests, by currency. */
function sumEntries(entries: readonly OracleBody[]): OracleBody[] {
  const currencies = new Set(entries.map(({ currency = 'XXX' }) => String(currency)));
  return [...currencies].toSorted().map((currency) => {
    const own = entries.filter((entry) => (entry['currency'] ?? 'XXX') === currency);
    const lines = own.flatMap((entry) => entry['ledger_lines'] as readonly OracleLedgerLine[]);
    const sum = (amounts: readonly string[]) =>
      formatAmount(sumAmounts(amounts.map(parseMinorUnits)));
    return {
      currency,
      journal_entries: own.length,
      total_debits: sum(lines.map(({ debit_amount: amount = '0.00' }) => amount)),
      total_credits: sum(lines.map(({ credit_amount: amount = '0.00' }) => amount)),
    };
  });
}

/** The period as the API returns it. Digests, and times that are not known yet, are taken from the answer. */
export function buildPeriodBody(
  period: string,
  known: OraclePeriod | undefined,
  facts: OracleBody,
): OracleBody {
  if (!known) return { period, state: 'OPEN', version: 0 };
  const { state, version, body, earliest } = known;
  const times = Object.entries(earliest).map(([name, time]) => [
    name,
    requireNotBefore(facts[name], time),
  ]);
  const totals = body['totals'] as readonly OracleBody[] | undefined;
  const digests = (facts['totals'] ?? []) as readonly OracleBody[];
  const whole = totals?.map((sums, index) => {
    return { digest: requireDigest(digests[index]?.['digest']), ...sums };
  });
  return {
    period,
    state,
    version,
    ...body,
    ...Object.fromEntries(times),
    ...(whole && { totals: whole }),
  };
}

function requireDigest(given: unknown): string {
  return typeof given === 'string' && /^[0-9a-f]{64}$/.test(given) ? given : 'a digest';
}

const getGeneralLedgerPeriod: OracleRule = {
  status: 200,
  carryOut: (state, { path: { period = '' } }, { answer }) => {
    const body = buildPeriodBody(period, state.periods.get(period), answer.body as OracleBody);
    return { body, state };
  },
};

export const periodRules = {
  closeGeneralLedgerPeriod: buildSubmission('PERIOD_CLOSE'),
  reopenGeneralLedgerPeriod: buildSubmission('PERIOD_REOPEN'),
  getGeneralLedgerPeriod,
};
