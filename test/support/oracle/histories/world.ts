// What the oracle believes of the books: plain data, replaced and never changed in place.
import type { OperationName } from '../../../../functions/operations/operations.ts';
import type { Called } from '../../stack/ledger.ts';
import type { NewTransaction } from '../loan-entries.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Status = 'ACTIVE' | 'FROZEN' | 'CLOSED';
export type Direction = 'DEBIT' | 'CREDIT';
export type Part = 'principal' | 'interest' | 'fees';
export type Parts = Readonly<Record<Part, bigint>>;
export const PARTS: readonly Part[] = ['principal', 'interest', 'fees'];

export interface Account {
  readonly id: string;
  /** What never changes, as the API says it. */
  readonly terms: Body;
  readonly currency: string;
  readonly status: Status;
  readonly balance: bigint;
  readonly version: number;
  /** When it was last changed: that moment, or no earlier than it. */
  readonly changedAt: string;
  readonly isExact: boolean;
  /** In the order of posting, as the statement says them. */
  readonly entries: readonly Body[];
}

export interface Line {
  readonly account_code: string;
  readonly debit_amount?: string;
  readonly credit_amount?: string;
}

export interface Posting {
  readonly account_id: string;
  readonly direction: Direction;
  readonly amount: string;
  readonly currency: string;
  readonly reference?: string;
}

export interface JournalEntry {
  readonly id: string;
  readonly type: string;
  readonly lines: readonly Line[];
  readonly postings: readonly Posting[];
  readonly transactionId?: string;
  readonly reversedBy?: string;
  /** As the API says it, without what has reversed it. */
  readonly body: Body;
}

export interface Request {
  readonly id: string;
  readonly maker: string;
  readonly status: 'PENDING_APPROVAL' | 'APPLIED' | 'REJECTED' | 'FAILED';
  /** What it asks for: an account's transition, or a record's adjustment. */
  readonly subject: string;
  readonly body: Body;
}

export interface Loan {
  readonly id: string;
  readonly terms: Body;
  readonly accountId: string;
  readonly currency: string;
  readonly reference?: string;
  readonly principal: bigint;
  readonly disbursed: bigint;
  readonly outstanding: Parts;
  readonly version: number;
  readonly updatedAt: string;
  /** Identifiers in the order of posting. */
  readonly transactions: readonly string[];
}

export interface Transaction {
  readonly id: string;
  readonly loanId: string;
  readonly entryId: string;
  readonly lent: NewTransaction;
  readonly reversedBy?: string;
  /** As the API says it, without what has reversed it. */
  readonly body: Body;
}

/** An accepted request and the answer that it got. */
export interface Receipt {
  readonly fingerprint: string;
  readonly status: number;
  readonly text: string;
}

export interface Books {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly journal: ReadonlyMap<string, JournalEntry>;
  readonly lifecycle: ReadonlyMap<string, Request>;
  readonly adjustments: ReadonlyMap<string, Request>;
  readonly loans: ReadonlyMap<string, Loan>;
  readonly transactions: ReadonlyMap<string, Transaction>;
  readonly receipts: ReadonlyMap<string, Receipt>;
}

/** The books of each tenant. */
export type World = ReadonlyMap<string, Books>;

/** What one operator asks. */
export interface Asked {
  readonly operation: OperationName;
  readonly tenant: string;
  readonly subject: string;
  readonly lacks: 'nothing' | 'token' | 'permission';
  readonly key: string;
  readonly correlationId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body breaks the contract, whatever else it says. */
  readonly isMalformed: boolean;
}

/** What is asked, what was answered, and the journal entries that the answer says were posted. */
export interface Exchange {
  readonly asked: Asked;
  readonly answer: Called;
  readonly entries: readonly Body[];
}

export function newWorld(tenants: readonly string[]): World {
  return new Map(tenants.map((tenant) => [tenant, newBooks()]));
}

function newBooks(): Books {
  return {
    accounts: new Map(),
    journal: new Map(),
    lifecycle: new Map(),
    adjustments: new Map(),
    loans: new Map(),
    transactions: new Map(),
    receipts: new Map(),
  };
}

/** The map with one more or another value. */
export function put<Value>(
  map: ReadonlyMap<string, Value>,
  id: string,
  value: Value,
): ReadonlyMap<string, Value> {
  return new Map([...map, [id, value]]);
}

// Nothing is ever changed in place, so what was written down once stays right.
const texts = new WeakMap<object, string>();

/** One text for all worlds that do not differ. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const kept = texts.get(value);
  if (kept !== undefined) return kept;
  const text = Array.isArray(value) ? `[${value.map(canonical).join(',')}]` : membersOf(value);
  texts.set(value, text);
  return text;
}

function membersOf(value: object): string {
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return `{${members
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)
    .join(',')}}`;
}
