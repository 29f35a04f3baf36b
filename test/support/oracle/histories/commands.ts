// The commands of random histories. They refer to records by position, newest first, so that they stay
// meaningful when shrinking removes other commands.
import type { OracleDecision } from '../requests.ts';
import type { OracleControl, TenantState } from './oracle-state.ts';
import type { LedgerAction } from './general-ledger/ledger-commands.ts';

/** A record of the operator's tenant or of the other one, or an unknown one. */
export interface AccountReference {
  readonly owner: 'own' | 'other' | 'none';
  readonly nth: number;
}

export interface EntryMove {
  readonly account: AccountReference;
  readonly direction: 'DEBIT' | 'CREDIT';
  /** `all` is the balance of the account. */
  readonly amount: string;
}

/** An instant at, just before or just after an entry of the account, newest first. */
export interface EntryInstant {
  readonly nth: number;
  readonly offsetMs: number;
}

export type EntryDefect = 'none' | 'unbalanced' | 'two sides' | 'zero' | 'foreign' | 'mixed';

export interface EntryCommand {
  readonly moves: readonly EntryMove[];
  readonly fault: EntryDefect;
  readonly isOpening: boolean;
  readonly hasTexts: boolean;
  /** Whether the lines move the control account as the postings move the accounts. */
  readonly isTied: boolean;
  /** The days from today to the effective date of a posting, if it names one. */
  readonly effectiveDays?: number | undefined;
}

export type MetadataMembers = Readonly<Record<string, string>>;

/** How a request is repeated: unchanged, from another sender, or with its key on another request. */
export type RepeatChange = 'nothing' | 'order' | 'operator' | 'tenant' | 'body' | 'decision';

export type CommandAction =
  | LedgerAction
  | {
      readonly do: 'open';
      readonly currency: string;
      readonly externalId?: string | undefined;
      readonly metadata?: MetadataMembers | undefined;
    }
  | {
      readonly do: 'describe';
      readonly account: AccountReference;
      readonly metadata: MetadataMembers;
    }
  | { readonly do: 'post'; readonly entry: EntryCommand }
  | { readonly do: 'batch'; readonly entries: readonly EntryCommand[] }
  | { readonly do: 'submit'; readonly account: AccountReference; readonly transition: string }
  | {
      readonly do: 'decide';
      readonly on: DecidedKind;
      readonly request: AccountReference;
      readonly how: OracleDecision;
    }
  | {
      readonly do: 'adjust';
      readonly of: 'JOURNAL_ENTRY' | 'TRANSACTION';
      readonly target: AccountReference;
      readonly type: string;
      readonly kinds: readonly string[];
      readonly entry: EntryCommand;
      readonly lending: LoanAmountsCommand;
    }
  | {
      readonly do: 'create loan';
      readonly account: AccountReference;
      readonly principal: string;
      readonly currency: string;
    }
  | {
      readonly do: 'transact';
      readonly loan: AccountReference;
      readonly type: 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
      readonly lending: LoanAmountsCommand;
    }
  | {
      readonly do: 'read';
      readonly at: ReadOperation;
      readonly record: AccountReference;
      /** For balances and statements; without it, the present balance or the whole statement. */
      readonly instant?: EntryInstant | undefined;
    }
  | { readonly do: 'control'; readonly controls: readonly OracleControl[] }
  | { readonly do: 'repeat'; readonly nth: number; readonly change: RepeatChange };

/** The requests that a second operator decides. */
export type DecidedKind = 'lifecycle' | 'adjustment' | 'ledger' | 'change';

export interface LoanAmountsCommand {
  /** `all` is the outstanding amount, or the amount left to disburse. */
  readonly amount: string;
  readonly more: string;
  readonly fault: 'none' | 'foreign' | 'sum' | 'part';
}

export type ReadOperation =
  | 'getAccount'
  | 'getAccountBalance'
  | 'getAccountStatement'
  | 'getJournalEntry'
  | 'getAccountLifecycleRequest'
  | 'getFinancialAdjustmentRequest'
  | 'getLoan'
  | 'getTransaction'
  | 'listLoanTransactions'
  | 'getGeneralLedgerSettings'
  | 'getGeneralLedgerAccount'
  | 'getGeneralLedgerRequest'
  | 'getGeneralLedgerPeriod'
  | 'getControls'
  | 'getChangeRequest';

/** A defect that the request of any operation can have. */
export type RequestDefect = 'token' | 'permission' | 'key' | 'body';

export type HistoryCommand = CommandAction & {
  readonly by: string;
  /** 0 is the tenant of nearly all commands. */
  readonly tenant: 0 | 1;
  readonly defects: readonly RequestDefect[];
};

/** The records that a command can refer to: those of its tenant and of the other one. */
export interface OracleView {
  readonly own: TenantState;
  readonly other: TenantState;
}

/** The identifier of the record, if it exists, or an unknown one. */
export function resolveReference(
  { owner, nth }: AccountReference,
  { own, other }: OracleView,
  kind: Exclude<keyof TenantState, 'settings' | 'controls'>,
  prefix: string,
): string {
  const ids = owner === 'none' ? [] : [...(owner === 'own' ? own : other)[kind].keys()];
  const id = ids.toReversed()[nth % Math.max(ids.length, 1)];
  return id ?? `${prefix}_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00`;
}
