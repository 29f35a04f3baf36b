// The oracle's rules for closing fiscal years (docs/general-ledger.md, Close a fiscal year).
import { OracleRefusal, refuseWhen } from '../oracle-refusal.ts';
import type { OracleRule } from '../oracle-rule.ts';
import { postAll, sortLike } from '../posting.ts';
import type { OracleDraft } from '../posting.ts';
import { submitLedgerRequest } from './ledger-requests.ts';
import { addToClosedPeriod } from './periods.ts';
import { formatAmount, parseMinorUnits, sumAmounts } from '../histories/amounts.ts';
import { toCanonicalText } from '../histories/oracle-state.ts';
import type {
  OracleBody,
  OracleExchange,
  OracleLedgerLine,
  OracleRequest,
  SentRequest,
  TenantState,
} from '../histories/oracle-state.ts';

interface AskedClosing {
  readonly year: string;
  readonly equity_account_code: string;
  readonly reference?: string;
}

interface OracleClosingEntry {
  readonly currency: string;
  readonly effective_date: string;
  readonly description: string;
  readonly ledger_lines: readonly OracleLedgerLine[];
}

interface OracleYearClosing extends AskedClosing {
  readonly entries: readonly OracleClosingEntry[];
}

const closeGeneralLedgerYear: OracleRule = {
  status: 201,
  carryOut: (state, sent, exchange) => {
    const { reason, ...body } = sent.body as Omit<AskedClosing, 'year'> & { reason: string };
    const asked = { ...body, year: sent.path['year'] ?? '' };
    refuseLateTrialBalance(state, asked);
    const proposed = proposeEntries(state, asked);
    postEntries(state, { ...asked, entries: proposed }, '', { sent, facts: [] });
    const { year_closing: facts } = exchange.answer.body as { year_closing?: OracleYearClosing };
    const entries = proposed.map((entry, index) => {
      const lines = sortLike(facts?.entries[index]?.ledger_lines, entry.ledger_lines);
      return { ...entry, ledger_lines: lines };
    });
    const change = {
      kind: 'YEAR_CLOSE',
      period: listMonths(asked.year).at(-1),
      year_closing: { ...asked, entries, remaining_accounts: 0 },
    };
    return submitLedgerRequest(state, { change, reason }, sent, exchange);
  },
};

function listMonths(first: string): string[] {
  const [year, month] = first.split('-').map(Number) as [number, number];
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index)).toISOString().slice(0, 7),
  );
}

function findLastDay(first: string): string {
  const [year, month] = first.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month + 11, 0)).toISOString().slice(0, 10);
}

function refuseOtherStart({ settings }: TenantState, { year }: AskedClosing): void {
  const month = year.slice(-2);
  refuseWhen((settings.fiscal_year_start ?? month) !== month, 'fiscal_year_mismatch');
}

function refuseOpenPeriod({ periods }: TenantState, { year }: AskedClosing): void {
  const isOpen = (month: string) => periods.get(month)?.state !== 'CLOSED';
  refuseWhen(listMonths(year).some(isOpen), 'period_not_closed');
}

/** The entries of the year that the test does not know to be in the trial balance make it late. */
function refuseLateTrialBalance(state: TenantState, asked: AskedClosing): void {
  refuseOtherStart(state, asked);
  refuseOpenPeriod(state, asked);
  const isLate = listEntries(state, asked).some(({ id }) => !state.counted.has(String(id)));
  refuseWhen(isLate, 'trial_balance_late');
}

/** Refuses the approval of a closing that would not be FAILED, if the trial balance is late. */
export function refuseLateApproval(state: TenantState, { body }: OracleRequest): void {
  if (body['kind'] !== 'YEAR_CLOSE') return;
  try {
    refuseLateTrialBalance(state, body['year_closing'] as OracleYearClosing);
  } catch (error) {
    if (error instanceof OracleRefusal && error.code !== 'trial_balance_late') return;
    throw error;
  }
}

function listEntries({ journal }: TenantState, { year }: AskedClosing): OracleBody[] {
  const months = new Set(listMonths(year));
  return [...journal.values()]
    .map(({ body }) => body)
    .filter(({ effective_date: day }) => months.has(String(day).slice(0, 7)));
}

/** What the request proposes, by currency, or a refusal. */
function proposeEntries(state: TenantState, asked: AskedClosing): OracleClosingEntry[] {
  refuseOtherStart(state, asked);
  refuseOpenPeriod(state, asked);
  const { chart, settings } = state;
  const { year, equity_account_code: equity, reference } = asked;
  const balances = sumBalances(listEntries(state, asked));
  const codes = [...balances.values()].flatMap((own) => [...own.keys()]);
  refuseWhen(
    codes.some((code) => !chart.has(code)),
    'general_ledger_account_unknown',
  );
  const account = chart.get(equity);
  const isEquity = account?.['type'] === 'EQUITY' && account.status === 'ACTIVE';
  refuseWhen(!isEquity, 'invalid_equity_account');
  const title = `Closing of the year ${year} to ${listMonths(year).at(-1)}`;
  const entries = [...balances.keys()].toSorted().flatMap((currency): OracleClosingEntry[] => {
    const lines = buildLines(chart, balances.get(currency) ?? new Map(), equity);
    const description = reference === undefined ? title : `${title}: ${reference}`;
    const entry = { currency, effective_date: findLastDay(year), description };
    return lines.length > 0 ? [{ ...entry, ledger_lines: lines }] : [];
  });
  refuseWhen(entries.length === 0, 'nothing_to_close');
  const isOther = entries.some(({ currency, ledger_lines: lines }) =>
    lines.some(({ account_code: code }) => (chart.get(code)?.currency ?? currency) !== currency),
  );
  refuseWhen(settings.chart === 'OPEN' && isOther, 'general_ledger_account_currency');
  return entries;
}

/** Debits minus credits, by currency and code. */
function sumBalances(entries: readonly OracleBody[]): Map<string, Map<string, bigint>> {
  const balances = new Map<string, Map<string, bigint>>();
  for (const { currency = 'XXX', ledger_lines } of entries) {
    const own = balances.get(String(currency)) ?? new Map<string, bigint>();
    balances.set(String(currency), own);
    for (const line of ledger_lines as readonly OracleLedgerLine[]) {
      const { account_code: code, debit_amount = '0.00', credit_amount = '0.00' } = line;
      const movement = parseMinorUnits(debit_amount) - parseMinorUnits(credit_amount);
      own.set(code, (own.get(code) ?? 0n) + movement);
    }
  }
  return balances;
}

function buildLines(
  chart: TenantState['chart'],
  balances: ReadonlyMap<string, bigint>,
  equity: string,
): OracleLedgerLine[] {
  const results = [...balances].filter(
    ([code, balance]) =>
      balance !== 0n && ['INCOME', 'EXPENSE'].includes(String(chart.get(code)?.['type'])),
  );
  const net = sumAmounts(results.map(([, balance]) => balance));
  const lines = results.map(([code, balance]) => buildLine(code, -balance));
  return net === 0n ? lines : [...lines, buildLine(equity, net)];
}

function buildLine(account_code: string, movement: bigint): OracleLedgerLine {
  return movement > 0n
    ? { account_code, debit_amount: formatAmount(movement) }
    : { account_code, credit_amount: formatAmount(-movement) };
}

interface ClosingFacts {
  readonly sent: SentRequest;
  readonly facts: readonly OracleBody[];
}

/** Posts the entries in the closed period, whatever the window of effective dates; or refuses. */
function postEntries(
  state: TenantState,
  { entries }: OracleYearClosing,
  requestId: string,
  posting: ClosingFacts,
) {
  const drafts = entries.map(({ currency, ledger_lines: lines, ...entry }): OracleDraft => ({
    type: 'POSTING',
    lines,
    postings: [],
    ...(currency !== 'XXX' && { currency }),
    effectiveDate: entry.effective_date,
    description: entry.description,
    links: { general_ledger_request_id: requestId },
  }));
  const settings = { ...state.settings, closed_periods: {}, effective_date_window: {} };
  const { state: posted, bodies } = postAll({ ...state, settings }, drafts, posting);
  return { state: { ...posted, settings: state.settings }, bodies };
}

export interface OracleClosedYear {
  readonly state: TenantState;
  readonly entries: readonly OracleBody[];
}

/** The state after the approved closing, or a refusal; undefined if the year differs from the proposal. */
export function closeYear(
  state: TenantState,
  { id, body }: OracleRequest,
  sent: SentRequest,
  { entries: facts }: OracleExchange,
): OracleClosedYear | undefined {
  const closing = body['year_closing'] as OracleYearClosing;
  const present = proposeEntries(state, closing);
  if (toLineTexts(present) !== toLineTexts(closing.entries)) return undefined;
  const { state: posted, bodies } = postEntries(state, closing, id, { sent, facts });
  const settings = { ...posted.settings, fiscal_year_start: closing.year.slice(-2) };
  const closed = { ...posted, settings };
  return { state: addToClosedPeriod(closed, String(body['period'])), entries: bodies };
}

function toLineTexts(entries: readonly OracleClosingEntry[]): string {
  const texts = entries.flatMap(({ currency, ledger_lines: lines }) =>
    lines.map((line) => toCanonicalText([currency, line])),
  );
  return texts.toSorted().join();
}

export const yearRules = { closeGeneralLedgerYear };
