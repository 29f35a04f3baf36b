// The oracle's state of the ledger: plain data, replaced and never changed in place.
import type { OperationName } from '../../../../functions/operations/operations.ts';
import type { CallAnswer } from '../../stack/ledger.ts';

export type OracleBody = Readonly<Record<string, unknown>>;
export type OracleAccountStatus = 'ACTIVE' | 'FROZEN' | 'CLOSED';
export type OracleDirection = 'DEBIT' | 'CREDIT';
export type OracleLoanPart = 'principal' | 'interest' | 'fees';
export type OracleLoanParts = Readonly<Record<OracleLoanPart, bigint>>;
export const PARTS: readonly OracleLoanPart[] = ['principal', 'interest', 'fees'];

export interface OracleAccount {
  readonly id: string;
  /** The immutable members, as the API returns them. */
  readonly terms: OracleBody;
  readonly currency: string;
  /** As the API returns it; absent until the account has some. */
  readonly metadata?: { readonly metadata: OracleBody; readonly metadata_version: number };
  readonly status: OracleAccountStatus;
  readonly balance: bigint;
  readonly version: number;
  /** The time of the last change: exact, or a lower bound. */
  readonly changedAt: string;
  readonly isExact: boolean;
  /** In posting order, as the statement returns them. */
  readonly entries: readonly OracleBody[];
}

export interface OracleLedgerLine {
  readonly account_code: string;
  readonly debit_amount?: string;
  readonly credit_amount?: string;
}

export interface OraclePosting {
  readonly account_id: string;
  readonly direction: OracleDirection;
  readonly amount: string;
  readonly currency: string;
  readonly reference?: string;
}

export interface OracleEntry {
  readonly id: string;
  readonly type: string;
  readonly lines: readonly OracleLedgerLine[];
  readonly postings: readonly OraclePosting[];
  readonly transactionId?: string;
  readonly reversedBy?: string;
  /** As the API returns it, without its reversal. */
  readonly body: OracleBody;
}

export interface OracleRequest {
  readonly id: string;
  readonly maker: string;
  readonly status: 'PENDING_APPROVAL' | 'APPLIED' | 'REJECTED' | 'FAILED';
  /** The requested transition of an account, or adjustment of a record. */
  readonly subject: string;
  readonly body: OracleBody;
}

/** A change request, with the request of its maker. */
export interface OracleChange extends OracleRequest {
  readonly sent: SentRequest;
}

export interface OracleControl {
  readonly operation: string;
  readonly when?: string;
  readonly require: 'APPROVAL';
}

export interface OracleControls {
  readonly list: readonly OracleControl[];
  readonly version: number;
  readonly updatedAt?: string;
}

export interface LoanAmountsBody {
  readonly amount: string;
  readonly currency: string;
  readonly allocation: Readonly<Record<OracleLoanPart, string>>;
}

export interface TransactionBody extends LoanAmountsBody {
  readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
}

export interface OracleLoan {
  readonly id: string;
  readonly terms: OracleBody;
  readonly accountId: string;
  readonly currency: string;
  readonly reference?: string;
  readonly principal: bigint;
  readonly disbursed: bigint;
  readonly outstanding: OracleLoanParts;
  readonly version: number;
  readonly updatedAt: string;
  /** Identifiers in posting order. */
  readonly transactions: readonly string[];
}

export interface OracleTransaction {
  readonly id: string;
  readonly loanId: string;
  readonly entryId: string;
  readonly effect: TransactionBody;
  readonly reversedBy?: string;
  /** As the API returns it, without its reversal. */
  readonly body: OracleBody;
}

/** The settings of the general ledger that a request may change. */
export interface SettingsChange {
  readonly base_currency?: string;
  readonly time_zone?: string;
  readonly chart?: 'OPEN' | 'ENFORCED';
  readonly control_accounts?: 'REPORTED' | 'ENFORCED';
  readonly effective_date_window?: { readonly days_back?: number; readonly days_ahead?: number };
}

export interface OracleSettings extends Required<SettingsChange> {
  /** The accounting periods that take no entries; absent while all do. */
  readonly closed_periods?: Readonly<Record<string, 'CLOSING' | 'CLOSED'>>;
  /** The month in which fiscal years start; absent until one is closed. */
  readonly fiscal_year_start?: string;
  readonly version: number;
  /** The time of the last change: exact, or a lower bound. */
  readonly updatedAt?: string;
  readonly isExact: boolean;
}

/** An account of the chart, as the API returns it. */
export interface OracleLedgerAccount extends OracleBody {
  readonly status: 'ACTIVE' | 'CLOSED';
  readonly currency?: string;
  readonly parent?: string;
  readonly version: number;
  readonly created_at: string;
}

/** An accounting period that was closed at least once. */
export interface OraclePeriod {
  readonly state: 'OPEN' | 'CLOSING' | 'CLOSED' | 'FAILED';
  readonly version: number;
  /** The other members that are known, as the API returns them. */
  readonly body: OracleBody;
  /** Lower bounds of the times that are not known yet, by member. */
  readonly earliest: Readonly<Record<string, string>>;
}

/** An accepted request and its answer. */
export interface OracleReceipt {
  readonly fingerprint: string;
  readonly status: number;
  readonly text: string;
}

export interface TenantState {
  readonly settings: OracleSettings;
  readonly controls: OracleControls;
  readonly changes: ReadonlyMap<string, OracleChange>;
  /** The chart of accounts, by code. */
  readonly chart: ReadonlyMap<string, OracleLedgerAccount>;
  readonly ledgerRequests: ReadonlyMap<string, OracleRequest>;
  readonly periods: ReadonlyMap<string, OraclePeriod>;
  readonly accounts: ReadonlyMap<string, OracleAccount>;
  readonly journal: ReadonlyMap<string, OracleEntry>;
  /** The entries that the trial balance contains. */
  readonly counted: ReadonlyMap<string, OracleEntry>;
  readonly lifecycle: ReadonlyMap<string, OracleRequest>;
  readonly adjustments: ReadonlyMap<string, OracleRequest>;
  readonly loans: ReadonlyMap<string, OracleLoan>;
  readonly transactions: ReadonlyMap<string, OracleTransaction>;
  readonly receipts: ReadonlyMap<string, OracleReceipt>;
}

/** The ledger of each tenant. */
export type OracleState = ReadonlyMap<string, TenantState>;

/** One request of an operator. */
export interface SentRequest {
  readonly operation: OperationName;
  readonly tenant: string;
  readonly subject: string;
  readonly missing: 'nothing' | 'token' | 'permission';
  readonly key: string;
  readonly correlationId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether the body is replaced by an invalid one. */
  readonly isMalformed: boolean;
  /** When the request was made: the days of a history do not change. */
  readonly at: string;
}

/** The request, its answer, and the journal entries that the answer says were posted. */
export interface OracleExchange {
  readonly request: SentRequest;
  readonly answer: CallAnswer;
  /** Whether 503 came first; the answer may then be a replay. */
  readonly isRetried: boolean;
  readonly entries: readonly OracleBody[];
}

export function buildOracleState(tenants: readonly string[]): OracleState {
  return new Map(tenants.map((tenant) => [tenant, NEW_TENANT]));
}

const NEW_TENANT: TenantState = {
  settings: {
    base_currency: 'XXX',
    time_zone: 'UTC',
    chart: 'OPEN',
    control_accounts: 'REPORTED',
    effective_date_window: {},
    version: 0,
    isExact: true,
  },
  controls: { list: [], version: 0 },
  changes: new Map(),
  chart: new Map(),
  ledgerRequests: new Map(),
  periods: new Map(),
  accounts: new Map(),
  journal: new Map(),
  counted: new Map(),
  lifecycle: new Map(),
  adjustments: new Map(),
  loans: new Map(),
  transactions: new Map(),
  receipts: new Map(),
};

/** A copy of the map with one value added or replaced. */
export function putRecord<Value>(
  map: ReadonlyMap<string, Value>,
  id: string,
  value: Value,
): ReadonlyMap<string, Value> {
  return new Map([...map, [id, value]]);
}

// State is never changed in place, so a cached text stays valid.
const texts = new WeakMap<object, string>();

/** The same text for all equal values. */
export function toCanonicalText(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const stored = texts.get(value);
  if (stored !== undefined) return stored;
  const text = Array.isArray(value)
    ? `[${value.map(toCanonicalText).join(',')}]`
    : toCanonicalMembers(value);
  texts.set(value, text);
  return text;
}

function toCanonicalMembers(value: object): string {
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return `{${members
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${toCanonicalText(part)}`)
    .join(',')}}`;
}
