// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * Three uppercase letters (ISO 4217).
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Currency".
 */
export type Currency = string;
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountStatus".
 */
export type AccountStatus = 'ACTIVE' | 'FROZEN' | 'CLOSED';
/**
 * A decimal balance with exactly two decimals; credits raise it, debits lower it.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Balance".
 */
export type Balance = string;
/**
 * RFC 3339, UTC, milliseconds.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Timestamp".
 */
export type Timestamp = string;
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AdjustmentTargetType".
 */
export type AdjustmentTargetType = 'TRANSACTION' | 'JOURNAL_ENTRY';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AdjustmentType".
 */
export type AdjustmentType = 'REVERSAL' | 'CORRECTION';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RequestReason".
 */
export type RequestReason = string;
/**
 * A decimal amount with exactly two decimals and at most 36 digits before the point.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Amount".
 */
export type Amount = string;
/**
 * CREDIT raises the balance of a customer account, DEBIT lowers it.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Direction".
 */
export type Direction = 'DEBIT' | 'CREDIT';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "DecisionStatus".
 */
export type DecisionStatus = 'PENDING_APPROVAL' | 'APPLIED' | 'REJECTED' | 'FAILED';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "EntryType".
 */
export type EntryType = 'OPENING_BALANCE' | 'POSTING' | 'REVERSAL' | 'CORRECTION';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CalendarDate".
 */
export type CalendarDate = string;
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "BatchType".
 */
export type BatchType = 'REGULATORY_EXPORT' | 'LEGACY_IMPORT';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "BatchStatus".
 */
export type BatchStatus = 'ACCEPTED' | 'AWAITING_UPLOAD' | 'RUNNING' | 'COMPLETED' | 'FAILED';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountTransition".
 */
export type AccountTransition = 'FREEZE' | 'UNFREEZE' | 'CLOSE';
/**
 * DISBURSEMENT pays out on the loan's account, REPAYMENT takes from it; INTEREST and FEE accrue.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LoanTransactionType".
 */
export type LoanTransactionType = 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';
/**
 * APPROVED until the first disbursement; SETTLED when all of the principal has been paid out and nothing is outstanding.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LoanStatus".
 */
export type LoanStatus = 'APPROVED' | 'ACTIVE' | 'SETTLED';
/**
 * A condition in CEL (docs/rules.md).
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleCondition".
 */
export type RuleCondition = string;
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ProjectionName".
 */
export type ProjectionName = 'loan_activity' | 'ledger_activity' | 'product_publication';
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListAccountsResponse".
 */
export type ListAccountsResponse = Account[];
/**
 * The file, in UTF-8.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLegacyBatchArtifactResponse".
 */
export type GetLegacyBatchArtifactResponse = string;
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLoansResponse".
 */
export type ListLoansResponse = Loan[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListProductsResponse".
 */
export type ListProductsResponse = Product[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListRulesResponse".
 */
export type ListRulesResponse = Rule[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SeedDefaultRulesResponse".
 */
export type SeedDefaultRulesResponse = Rule[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProjectionStatusResponse".
 */
export type GetProjectionStatusResponse = ProjectionStatus[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLedgerActivityResponse".
 */
export type ListLedgerActivityResponse = Projection[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLoanActivityResponse".
 */
export type ListLoanActivityResponse = Projection[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListProductPublicationsResponse".
 */
export type ListProductPublicationsResponse = Projection[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListSchemasResponse".
 */
export type ListSchemasResponse = EntitySchema[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListWorkflowsByTriggerResponse".
 */
export type ListWorkflowsByTriggerResponse = Workflow[];
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListWorkflowsResponse".
 */
export type ListWorkflowsResponse = Workflow[];

export interface Contracts {}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountCreated".
 */
export interface AccountCreated {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: AccountStatus;
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountStatusChanged".
 */
export interface AccountStatusChanged {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: AccountStatus;
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AdjustmentRequestApplied".
 */
export interface AdjustmentRequestApplied {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * What takes the place of the record: `journal` for a journal entry, `lending` for a loan transaction. Required for a CORRECTION, refused for a REVERSAL.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Correction".
 */
export interface Correction {
  lending?: {
    amount: Amount;
    currency: Currency;
    allocation: {
      principal: Amount;
      interest: Amount;
      fees: Amount;
    };
  };
  journal?: {
    /**
     * @minItems 2
     * @maxItems 1000
     */
    ledger_lines: [LedgerLine, LedgerLine, ...LedgerLine[]];
    account_postings?: AccountPosting[];
  };
}
/**
 * One line of the general ledger: exactly one of the two amounts is above zero.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LedgerLine".
 */
export interface LedgerLine {
  account_code: string;
  debit_amount?: Amount;
  credit_amount?: Amount;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountPosting".
 */
export interface AccountPosting {
  account_id: string;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  reference?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AdjustmentRequestFailed".
 */
export interface AdjustmentRequestFailed {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AdjustmentRequestRejected".
 */
export interface AdjustmentRequestRejected {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AdjustmentRequestSubmitted".
 */
export interface AdjustmentRequestSubmitted {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "EntitySchemaPublished".
 */
export interface EntitySchemaPublished {
  id: string;
  tenant_id: string;
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "FieldDefinition".
 */
export interface FieldDefinition {
  /**
   * The member of a record; no two fields have the same.
   */
  name: string;
  /**
   * DATE is YYYY-MM-DD. ENUM needs `enum_values`, REFERENCE needs `reference_table`.
   */
  type: 'STRING' | 'NUMBER' | 'DATE' | 'BOOLEAN' | 'ENUM' | 'REFERENCE';
  /**
   * Whether a record without the field is faulty.
   */
  required: boolean;
  /**
   * Of a text, in Unicode characters.
   */
  maxLength?: number;
  /**
   * What a text must match, in RE2 syntax; anywhere, unless tied to the ends by ^ and $.
   */
  pattern?: string;
  /**
   * @minItems 1
   * @maxItems 1000
   */
  enum_values?: [string, ...string[]];
  reference_table?: string;
  /**
   * Of any type, as long as it is a sound value of the field. For forms: a record is not filled in.
   */
  default?: {
    [k: string]: unknown;
  };
  description?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "JournalEntryPosted".
 */
export interface JournalEntryPosted {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  /**
   * The entry that this one takes back.
   */
  reverses_journal_entry_id?: string;
  /**
   * The entry whose place this one takes.
   */
  replaces_journal_entry_id?: string;
  /**
   * The request by which it was posted.
   */
  adjustment_request_id?: string;
  /**
   * The execution of a workflow by which it was posted.
   */
  workflow_execution_id?: string;
  /**
   * The entry that takes this one back; shown where one entry is read.
   */
  reversed_by?: string;
  /**
   * The loan transaction that the entry posts.
   */
  transaction_id?: string;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostedAccountPosting".
 */
export interface PostedAccountPosting {
  entry_id: string;
  account_id: string;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  reference?: string;
  posting_key: string;
  balance_after: Balance;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LegacyImportCompleted".
 */
export interface LegacyImportCompleted {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * Where the file of an import is to be sent, once and as it is. Only the answer to the request has it.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "BatchUpload".
 */
export interface BatchUpload {
  url: string;
  method: 'PUT';
  /**
   * To be sent along.
   */
  headers: {
    [k: string]: string;
  };
  expires_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "BatchArtifact".
 */
export interface BatchArtifact {
  media_type: string;
  filename: string;
  size_bytes: number;
  checksum: {
    algorithm: 'SHA-256';
    /**
     * Hexadecimal, as sha256sum prints it.
     */
    value: string;
  };
  /**
   * Without the heading.
   */
  rows: number;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "BatchDelivery".
 */
export interface BatchDelivery {
  authority_reference: string;
  delivered_at: Timestamp;
  recorded_by: string;
  recorded_at: Timestamp;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LegacyImportFailed".
 */
export interface LegacyImportFailed {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LegacyImportRequested".
 */
export interface LegacyImportRequested {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LegacyImportStarted".
 */
export interface LegacyImportStarted {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LifecycleRequestApplied".
 */
export interface LifecycleRequestApplied {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LifecycleRequestFailed".
 */
export interface LifecycleRequestFailed {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LifecycleRequestRejected".
 */
export interface LifecycleRequestRejected {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LifecycleRequestSubmitted".
 */
export interface LifecycleRequestSubmitted {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * The transactions in the order of posting, the reversal and what takes its target's place, and the loan as both together leave it.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LoanAdjusted".
 */
export interface LoanAdjusted {
  /**
   * @minItems 1
   * @maxItems 2
   */
  transactions: [Transaction] | [Transaction, Transaction];
  loan: Loan;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Transaction".
 */
export interface Transaction {
  id: string;
  loan_id: string;
  type: LoanTransactionType;
  amount: Amount;
  currency: Currency;
  allocation: Allocation;
  journal_entry_id: string;
  /**
   * The transaction that this one takes back.
   */
  reverses_transaction_id?: string;
  /**
   * The transaction in whose place this one was posted.
   */
  replaces_transaction_id?: string;
  /**
   * The transaction that takes this one back; shown where one transaction is read.
   */
  reversed_by?: string;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * How an amount is split over the parts of a loan.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Allocation".
 */
export interface Allocation {
  principal: Amount;
  interest: Amount;
  fees: Amount;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Loan".
 */
export interface Loan {
  id: string;
  customer_id: string;
  product_id: string;
  /**
   * The account on which the loan is paid out and repaid.
   */
  account_id: string;
  currency: Currency;
  principal: Amount;
  reference?: string;
  status: LoanStatus;
  disbursed: Amount;
  principal_outstanding: Amount;
  interest_outstanding: Amount;
  fees_outstanding: Amount;
  /**
   * Grows by one with each change of the amounts.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LoanCreated".
 */
export interface Loan1 {
  id: string;
  customer_id: string;
  product_id: string;
  /**
   * The account on which the loan is paid out and repaid.
   */
  account_id: string;
  currency: Currency;
  principal: Amount;
  reference?: string;
  status: LoanStatus;
  disbursed: Amount;
  principal_outstanding: Amount;
  interest_outstanding: Amount;
  fees_outstanding: Amount;
  /**
   * Grows by one with each change of the amounts.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * The transaction, and the loan as it leaves it.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LoanTransactionPosted".
 */
export interface LoanTransactionPosted {
  transaction: Transaction;
  loan: Loan;
}
/**
 * What a step of a workflow asks others to do.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "NotificationRequested".
 */
export interface NotificationRequested {
  execution_id: string;
  workflow_id: string;
  trigger: string;
  step: {
    order: number;
    name: string;
    action: string;
  };
  /**
   * Of the step, with its templates filled in.
   */
  parameters: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PolicyRuleMatched".
 */
export interface PolicyRuleMatched {
  rule_id: string;
  product_id: string;
  subject: 'POSTING' | 'LOAN_TRANSACTION';
  action: RuleAction;
  journal_entry_id: string;
  posting_key?: string;
  account_id?: string;
  loan_id?: string;
  transaction_id?: string;
}
/**
 * DENY with a message, CHARGE_FEE with an amount and an income_account_code, or any other type, which is told as an event.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleAction".
 */
export interface RuleAction {
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ProductPublished".
 */
export interface ProductPublished {
  id: string;
  type: string;
  config: ProductConfig;
  tenant_id: string;
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  [k: string]: unknown;
}
/**
 * Free-form; the ledger acts on overdraft_limit (how far below zero an account may go, a decimal string) and ledger_accounts (codes of the general ledger by role).
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ProductConfig".
 */
export interface ProductConfig {
  [k: string]: unknown;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RegulatoryExportCompleted".
 */
export interface RegulatoryExportCompleted {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RegulatoryExportDelivered".
 */
export interface RegulatoryExportDelivered {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RegulatoryExportFailed".
 */
export interface RegulatoryExportFailed {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RegulatoryExportRequested".
 */
export interface RegulatoryExportRequested {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RegulatoryExportStarted".
 */
export interface RegulatoryExportStarted {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleCreated".
 */
export interface RuleCreated {
  id: string;
  tenant_id: string;
  product_id: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority: number;
  enabled: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleDeleted".
 */
export interface RuleDeleted {
  id: string;
  tenant_id: string;
  product_id: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority: number;
  enabled: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleUpdated".
 */
export interface RuleUpdated {
  id: string;
  tenant_id: string;
  product_id: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority: number;
  enabled: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * What a step of a workflow asks others to do.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "WorkflowActionDispatched".
 */
export interface WorkflowActionDispatched {
  execution_id: string;
  workflow_id: string;
  trigger: string;
  step: {
    order: number;
    name: string;
    action: string;
  };
  /**
   * Of the step, with its templates filled in.
   */
  parameters: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "WorkflowCreated".
 */
export interface WorkflowCreated {
  id: string;
  tenant_id: string;
  name: string;
  trigger: string;
  steps: WorkflowStep[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "WorkflowStep".
 */
export interface WorkflowStep {
  /**
   * Steps are executed from the lowest to the highest; no two have the same.
   */
  order: number;
  name: string;
  /**
   * POST_JOURNAL_ENTRY, CHARGE_FEE, POST_LOAN_TRANSACTION, SUBMIT_STATUS_TRANSITION, SUBMIT_ADJUSTMENT, SEND_NOTIFICATION, EMIT_EVENT, SET_CONTEXT; any other is dispatched as an event.
   */
  action: string;
  /**
   * What the action needs. Texts may hold `${CEL}` over `context`, earlier `steps` and `now`.
   */
  parameters: {
    [k: string]: unknown;
  };
  /**
   * CEL; the step is skipped when it is false.
   */
  condition?: string;
}
/**
 * What a step of a workflow asks others to do.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "WorkflowEventEmitted".
 */
export interface WorkflowEventEmitted {
  execution_id: string;
  workflow_id: string;
  trigger: string;
  step: {
    order: number;
    name: string;
    action: string;
  };
  /**
   * Of the step, with its templates filled in.
   */
  parameters: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "WorkflowExecuted".
 */
export interface WorkflowExecuted {
  id: string;
  workflow_id: string;
  /**
   * An execution that fails does nothing and leaves no record.
   */
  status: 'COMPLETED';
  steps: StepResult[];
  /**
   * As the steps have left it.
   */
  context: {
    [k: string]: unknown;
  };
  executed_by: string;
  correlation_id: string;
  started_at: Timestamp;
  finished_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "StepResult".
 */
export interface StepResult {
  order: number;
  name: string;
  action: string;
  /**
   * DISPATCHED: an event was emitted for the institution's own handler. SKIPPED: the condition was false.
   */
  status: 'EXECUTED' | 'SKIPPED' | 'DISPATCHED';
  /**
   * What came of the step; absent when it was skipped.
   */
  output?: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountBalance".
 */
export interface AccountBalance {
  account_id: string;
  balance: Balance;
  currency: Currency;
  version?: number;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountEntry".
 */
export interface AccountEntry {
  id: string;
  account_id: string;
  journal_entry_id?: string;
  transaction_id?: string;
  /**
   * The journal entry and the position of the posting in it: unique for ever.
   */
  posting_key: string;
  entry_type: EntryType;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  balance_after: Balance;
  reference?: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountLifecycleRequestPage".
 */
export interface AccountLifecycleRequestPage {
  items: AccountLifecycleRequest[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "AccountLifecycleRequest".
 */
export interface AccountLifecycleRequest {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Account".
 */
export interface Account {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: AccountStatus;
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Approval".
 */
export interface Approval {
  reason?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "BatchPage".
 */
export interface BatchPage {
  items: Batch[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Batch".
 */
export interface Batch {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateFinancialAdjustment".
 */
export interface CreateFinancialAdjustment {
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "EntitySchema".
 */
export interface EntitySchema {
  id: string;
  tenant_id: string;
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ExportedEntitySchema".
 */
export interface ExportedEntitySchema {
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  /**
   * The same as JSON Schema 2020-12.
   */
  json_schema: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "FinancialAdjustmentRequestPage".
 */
export interface FinancialAdjustmentRequestPage {
  items: FinancialAdjustmentRequest[];
  /**
   * Absent on the last page. A page may be short, or empty, and have a next one.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "FinancialAdjustmentRequest".
 */
export interface FinancialAdjustmentRequest {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "HttpError".
 */
export interface HttpError {
  statusCode: number;
  /**
   * One sentence, or one for each fault of an invalid request.
   */
  message: string | string[];
  error: string;
  code: string;
  correlation_id: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ImportRejectionPage".
 */
export interface ImportRejectionPage {
  items: ImportRejection[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ImportRejection".
 */
export interface ImportRejection {
  /**
   * The place of the record in the file; the heading and empty lines do not count.
   */
  row: number;
  /**
   * Empty where it is the row as a whole.
   */
  field: string;
  /**
   * docs/imports.md lists them.
   */
  code: string;
  message: string;
  /**
   * As it stands in the file, cut after 200 characters.
   */
  value: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "JournalEntryPage".
 */
export interface JournalEntryPage {
  items: JournalEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "JournalEntry".
 */
export interface JournalEntry {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  /**
   * The entry that this one takes back.
   */
  reverses_journal_entry_id?: string;
  /**
   * The entry whose place this one takes.
   */
  replaces_journal_entry_id?: string;
  /**
   * The request by which it was posted.
   */
  adjustment_request_id?: string;
  /**
   * The execution of a workflow by which it was posted.
   */
  workflow_execution_id?: string;
  /**
   * The entry that takes this one back; shown where one entry is read.
   */
  reversed_by?: string;
  /**
   * The loan transaction that the entry posts.
   */
  transaction_id?: string;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * A file to validate: by an institution's schema (entity_name), or as one of the built-in types of records (record_type).
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "LegacyImport".
 */
export interface LegacyImport {
  file: {
    name: string;
    media_type: 'text/csv' | 'application/x-ndjson';
    /**
     * At most 5 GiB.
     */
    size_bytes: number;
    /**
     * Hexadecimal, as sha256sum prints it.
     */
    checksum_sha256: string;
    /**
     * The file itself, base64, where it has 256 KiB at most. Without it, the answer tells where to upload the file.
     */
    content?: string;
  };
  entity_name?: string;
  record_type?: 'ACCOUNT' | 'OPENING_BALANCE' | 'JOURNAL_ENTRY';
  options?: {
    /**
     * Between columns; by default a comma.
     */
    delimiter?: ',' | ';' | '\t' | '|';
    /**
     * From a heading of the file to the name of the field; null leaves the column out.
     */
    header_mapping?: {
      [k: string]: string | null;
    };
    /**
     * By default a point.
     */
    decimal_separator?: '.' | ',';
    /**
     * YYYY, MM and DD in the order of the file, with what stands between them; by default YYYY-MM-DD.
     */
    date_format?: string;
    /**
     * By default what the byte order mark says, or UTF-8.
     */
    encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "MutationStatus".
 */
export interface MutationStatus {
  status: 'ok';
  rule_id: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "NewEntitySchema".
 */
export interface NewEntitySchema {
  entity_name: string;
  display_name: string;
  /**
   * @maxItems 500
   */
  fields: FieldDefinition[];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "NewJournalEntry".
 */
export interface NewJournalEntry {
  /**
   * @minItems 2
   * @maxItems 1000
   */
  ledger_lines: [LedgerLine, LedgerLine, ...LedgerLine[]];
  account_postings?: AccountPosting[];
  description?: string;
  effective_date?: CalendarDate;
  /**
   * OPENING_BALANCE only as the first entry of each account that it touches.
   */
  entry_type?: 'POSTING' | 'OPENING_BALANCE';
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "NewRule".
 */
export interface NewRule {
  id?: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority?: number;
  enabled?: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to?: string[];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "NewWorkflow".
 */
export interface NewWorkflow {
  name: string;
  /**
   * What the workflow is for; listed by.
   */
  trigger: string;
  /**
   * @minItems 1
   * @maxItems 50
   */
  steps: [WorkflowStep, ...WorkflowStep[]];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Product".
 */
export interface Product {
  id: string;
  type: string;
  config: ProductConfig;
  tenant_id: string;
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ProjectionStatus".
 */
export interface ProjectionStatus {
  projection_name: ProjectionName;
  /**
   * The newest event applied.
   */
  last_event_id?: string;
  last_occurred_at?: Timestamp;
  updated_at?: Timestamp;
  /**
   * The age of the oldest event that is not applied; 0 when all are.
   */
  lag_seconds?: number;
  /**
   * Events that could not be applied and wait to be given again.
   */
  failing_events?: number;
}
/**
 * A record of a read model. It follows the events, so it may be late: the status tells how late.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Projection".
 */
export interface Projection {
  projection_name: ProjectionName;
  /**
   * The loan, journal entry or product that it is about.
   */
  entity_id: string;
  /**
   * docs/projections.md tells what each projection has in it.
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * The newest event in it.
   */
  last_event_id?: string;
  last_event_type?: string;
  /**
   * The aggregate's version by that event.
   */
  last_event_version?: number;
  updated_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RecordExportDelivery".
 */
export interface RecordExportDelivery {
  /**
   * Under what the authority has received it.
   */
  authority_reference: string;
  delivered_at: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Rejection".
 */
export interface Rejection {
  reason: RequestReason;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RequestRegulatoryExport".
 */
export interface RequestRegulatoryExport {
  /**
   * The first UTC day.
   */
  period_from: string;
  /**
   * The last UTC day. A period that is not over yet is exported as far as it has come.
   */
  period_to: string;
  /**
   * Why it is exported; chooses the format (docs/exports.md).
   */
  legal_basis_code: string;
  /**
   * Until when the export cannot be deleted: a day after the period.
   */
  retention_until: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleChange".
 */
export interface RuleChange {
  condition?: RuleCondition;
  action?: RuleAction;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority?: number;
  enabled?: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to?: string[];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleEvaluation".
 */
export interface RuleEvaluation {
  product_id: string;
  applies_to: string;
  decision: 'ALLOW' | 'DENY';
  denied_by?: string;
  /**
   * In the order of judgement.
   */
  rules: RuleOutcome[];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleOutcome".
 */
export interface RuleOutcome {
  rule_id: string;
  /**
   * SKIPPED when it is not enabled or applies to something else.
   */
  outcome: 'MATCHED' | 'NOT_MATCHED' | 'ERROR' | 'SKIPPED';
  matched: boolean;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority: number;
  enabled: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to: string[];
  action: RuleAction;
  error?: {
    message: string;
    line: number;
    column: number;
    offset: number;
  };
  /**
   * The work that judging it took.
   */
  steps: number;
}
/**
 * What the conditions may speak of, by the names of their variables; amounts as decimal strings.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RuleSample".
 */
export interface RuleSample {
  account?: {
    [k: string]: unknown;
  };
  posting?: {
    [k: string]: unknown;
  };
  journal_entry?: {
    [k: string]: unknown;
  };
  loan?: {
    [k: string]: unknown;
  };
  transaction?: {
    [k: string]: unknown;
  };
  context?: {
    [k: string]: unknown;
  };
  amount?: Amount;
  currency?: Currency;
  now?: Timestamp;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Rule".
 */
export interface Rule {
  id: string;
  tenant_id: string;
  product_id: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority: number;
  enabled: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "StatementPage".
 */
export interface StatementPage {
  items: AccountEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * What a step of a workflow asks others to do.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "StepEvent".
 */
export interface StepEvent {
  execution_id: string;
  workflow_id: string;
  trigger: string;
  step: {
    order: number;
    name: string;
    action: string;
  };
  /**
   * Of the step, with its templates filled in.
   */
  parameters: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "TenantProductConfiguration".
 */
export interface TenantProductConfiguration {
  jurisdiction: string;
  /**
   * The template it was generated from: DEFAULT for a jurisdiction without its own.
   */
  template?: string;
  products: Product[];
  /**
   * Grows by one each time it is generated.
   */
  version?: number;
  generated_at?: Timestamp;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "TransactionPage".
 */
export interface TransactionPage {
  items: Transaction[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "WorkflowExecutionPage".
 */
export interface WorkflowExecutionPage {
  items: WorkflowExecution[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "WorkflowExecution".
 */
export interface WorkflowExecution {
  id: string;
  workflow_id: string;
  /**
   * An execution that fails does nothing and leaves no record.
   */
  status: 'COMPLETED';
  steps: StepResult[];
  /**
   * As the steps have left it.
   */
  context: {
    [k: string]: unknown;
  };
  executed_by: string;
  correlation_id: string;
  started_at: Timestamp;
  finished_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "Workflow".
 */
export interface Workflow {
  id: string;
  tenant_id: string;
  name: string;
  trigger: string;
  steps: WorkflowStep[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateAccountRequest".
 */
export interface CreateAccountRequest {
  body: {
    customer_id: string;
    product_id: string;
    name: string;
    currency: Currency;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateAccountResponse".
 */
export interface CreateAccountResponse {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: AccountStatus;
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountBalanceRequest".
 */
export interface GetAccountBalanceRequest {
  path: {
    accountId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountBalanceResponse".
 */
export interface GetAccountBalanceResponse {
  account_id: string;
  balance: Balance;
  currency: Currency;
  version?: number;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountStatementRequest".
 */
export interface GetAccountStatementRequest {
  path: {
    accountId: string;
  };
  query: {
    /**
     * Inclusive.
     */
    from?: string;
    /**
     * Inclusive.
     */
    to?: string;
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountStatementResponse".
 */
export interface GetAccountStatementResponse {
  items: AccountEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountRequest".
 */
export interface GetAccountRequest {
  path: {
    accountId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountResponse".
 */
export interface GetAccountResponse {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  status: AccountStatus;
  balance: Balance;
  /**
   * Grows by one with each change of the status or the balance.
   */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListAccountsRequest".
 */
export interface ListAccountsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ApproveFinancialAdjustmentRequestRequest".
 */
export interface ApproveFinancialAdjustmentRequestRequest {
  path: {
    requestId: string;
  };
  body: Approval;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ApproveFinancialAdjustmentRequestResponse".
 */
export interface FinancialAdjustmentRequest1 {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetFinancialAdjustmentRequestRequest".
 */
export interface GetFinancialAdjustmentRequestRequest {
  path: {
    requestId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetFinancialAdjustmentRequestResponse".
 */
export interface FinancialAdjustmentRequest2 {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListFinancialAdjustmentRequestsRequest".
 */
export interface ListFinancialAdjustmentRequestsRequest {
  query: {
    status?: DecisionStatus;
    adjustment_type?: AdjustmentType;
    target_type?: AdjustmentTargetType;
    target_id?: string;
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListFinancialAdjustmentRequestsResponse".
 */
export interface ListFinancialAdjustmentRequestsResponse {
  items: FinancialAdjustmentRequest[];
  /**
   * Absent on the last page. A page may be short, or empty, and have a next one.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RejectFinancialAdjustmentRequestRequest".
 */
export interface RejectFinancialAdjustmentRequestRequest {
  path: {
    requestId: string;
  };
  body: Rejection;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RejectFinancialAdjustmentRequestResponse".
 */
export interface FinancialAdjustmentRequest3 {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SubmitFinancialAdjustmentRequestRequest".
 */
export interface SubmitFinancialAdjustmentRequestRequest {
  body: CreateFinancialAdjustment;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SubmitFinancialAdjustmentRequestResponse".
 */
export interface FinancialAdjustmentRequest4 {
  id: string;
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
  status: DecisionStatus;
  target_transaction_id?: string;
  target_journal_entry_id?: string;
  target_loan_id?: string;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  reversal_transaction_id?: string;
  /**
   * The entry that takes the record back, once applied.
   */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /**
   * The entry that takes its place, once applied.
   */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLegacyBatchArtifactRequest".
 */
export interface GetLegacyBatchArtifactRequest {
  path: {
    batchId: string;
  };
  query: {
    /**
     * The artifact itself, its checksum as sha256sum writes it, or the manifest.
     */
    file: 'artifact' | 'checksum' | 'manifest';
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLegacyBatchRequest".
 */
export interface GetLegacyBatchRequest {
  path: {
    batchId: string;
  };
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLegacyBatchResponse".
 */
export interface Batch1 {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLegacyBatchRejectionsRequest".
 */
export interface ListLegacyBatchRejectionsRequest {
  path: {
    batchId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLegacyBatchRejectionsResponse".
 */
export interface ListLegacyBatchRejectionsResponse {
  items: ImportRejection[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLegacyBatchesRequest".
 */
export interface ListLegacyBatchesRequest {
  query: {
    type?: BatchType;
    status?: BatchStatus;
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLegacyBatchesResponse".
 */
export interface ListLegacyBatchesResponse {
  items: Batch[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RecordExportDeliveryRequest".
 */
export interface RecordExportDeliveryRequest {
  path: {
    batchId: string;
  };
  body: RecordExportDelivery;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RecordExportDeliveryResponse".
 */
export interface Batch2 {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RequestRegulatoryExportRequest".
 */
export interface RequestRegulatoryExportRequest {
  body: RequestRegulatoryExport;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RequestRegulatoryExportResponse".
 */
export interface Batch3 {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SubmitLegacyImportRequest".
 */
export interface SubmitLegacyImportRequest {
  body: LegacyImport;
}
/**
 * The receipt of a batch: what was asked for, how far it is, and what it made.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SubmitLegacyImportResponse".
 */
export interface Batch4 {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /**
   * What was asked for.
   */
  request: {
    [k: string]: unknown;
  };
  progress: {
    /**
     * Absent until it is known.
     */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /**
   * Counts and sums to hold the artifact against.
   */
  control_totals?: {
    [k: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  requested_by: string;
  /**
   * That of the request.
   */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetJournalEntryRequest".
 */
export interface GetJournalEntryRequest {
  path: {
    journalEntryId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetJournalEntryResponse".
 */
export interface JournalEntry1 {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  /**
   * The entry that this one takes back.
   */
  reverses_journal_entry_id?: string;
  /**
   * The entry whose place this one takes.
   */
  replaces_journal_entry_id?: string;
  /**
   * The request by which it was posted.
   */
  adjustment_request_id?: string;
  /**
   * The execution of a workflow by which it was posted.
   */
  workflow_execution_id?: string;
  /**
   * The entry that takes this one back; shown where one entry is read.
   */
  reversed_by?: string;
  /**
   * The loan transaction that the entry posts.
   */
  transaction_id?: string;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListJournalEntriesRequest".
 */
export interface ListJournalEntriesRequest {
  query: {
    /**
     * First day of posting (UTC), inclusive.
     */
    from?: string;
    /**
     * Last day of posting (UTC), inclusive.
     */
    to?: string;
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListJournalEntriesResponse".
 */
export interface ListJournalEntriesResponse {
  items: JournalEntry[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntriesRequest".
 */
export interface PostJournalEntriesRequest {
  body: {
    /**
     * @minItems 1
     * @maxItems 25
     */
    entries: [NewJournalEntry, ...NewJournalEntry[]];
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntriesResponse".
 */
export interface PostJournalEntriesResponse {
  items: JournalEntry[];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntryRequest".
 */
export interface PostJournalEntryRequest {
  body: NewJournalEntry;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostJournalEntryResponse".
 */
export interface JournalEntry2 {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  /**
   * The entry that this one takes back.
   */
  reverses_journal_entry_id?: string;
  /**
   * The entry whose place this one takes.
   */
  replaces_journal_entry_id?: string;
  /**
   * The request by which it was posted.
   */
  adjustment_request_id?: string;
  /**
   * The execution of a workflow by which it was posted.
   */
  workflow_execution_id?: string;
  /**
   * The entry that takes this one back; shown where one entry is read.
   */
  reversed_by?: string;
  /**
   * The loan transaction that the entry posts.
   */
  transaction_id?: string;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ApproveAccountLifecycleRequestRequest".
 */
export interface ApproveAccountLifecycleRequestRequest {
  path: {
    requestId: string;
  };
  body: Approval;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ApproveAccountLifecycleRequestResponse".
 */
export interface AccountLifecycleRequest1 {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountLifecycleRequestRequest".
 */
export interface GetAccountLifecycleRequestRequest {
  path: {
    requestId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetAccountLifecycleRequestResponse".
 */
export interface AccountLifecycleRequest2 {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListAccountLifecycleRequestsRequest".
 */
export interface ListAccountLifecycleRequestsRequest {
  query: {
    account_id?: string;
    status?: DecisionStatus;
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListAccountLifecycleRequestsResponse".
 */
export interface ListAccountLifecycleRequestsResponse {
  items: AccountLifecycleRequest[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RejectAccountLifecycleRequestRequest".
 */
export interface RejectAccountLifecycleRequestRequest {
  path: {
    requestId: string;
  };
  body: Rejection;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "RejectAccountLifecycleRequestResponse".
 */
export interface AccountLifecycleRequest3 {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SubmitAccountStatusTransitionRequest".
 */
export interface SubmitAccountStatusTransitionRequest {
  path: {
    accountId: string;
  };
  body: {
    transition: AccountTransition;
    reason: RequestReason;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SubmitAccountStatusTransitionResponse".
 */
export interface AccountLifecycleRequest4 {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /**
   * The maker.
   */
  requested_by: string;
  /**
   * The checker.
   */
  decided_by?: string;
  decision_reason?: string;
  /**
   * Why an approved request could not be applied.
   */
  failure_reason?: string;
  /**
   * That of the submission.
   */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateLoanRequest".
 */
export interface CreateLoanRequest {
  body: {
    customer_id: string;
    product_id: string;
    /**
     * The account on which the loan is paid out and repaid.
     */
    account_id: string;
    currency: Currency;
    principal: Amount;
    /**
     * Stands on the statement with each disbursement and repayment.
     */
    reference?: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateLoanResponse".
 */
export interface Loan2 {
  id: string;
  customer_id: string;
  product_id: string;
  /**
   * The account on which the loan is paid out and repaid.
   */
  account_id: string;
  currency: Currency;
  principal: Amount;
  reference?: string;
  status: LoanStatus;
  disbursed: Amount;
  principal_outstanding: Amount;
  interest_outstanding: Amount;
  fees_outstanding: Amount;
  /**
   * Grows by one with each change of the amounts.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLoanRequest".
 */
export interface GetLoanRequest {
  path: {
    loanId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLoanResponse".
 */
export interface Loan3 {
  id: string;
  customer_id: string;
  product_id: string;
  /**
   * The account on which the loan is paid out and repaid.
   */
  account_id: string;
  currency: Currency;
  principal: Amount;
  reference?: string;
  status: LoanStatus;
  disbursed: Amount;
  principal_outstanding: Amount;
  interest_outstanding: Amount;
  fees_outstanding: Amount;
  /**
   * Grows by one with each change of the amounts.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetTransactionRequest".
 */
export interface GetTransactionRequest {
  path: {
    transactionId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetTransactionResponse".
 */
export interface Transaction1 {
  id: string;
  loan_id: string;
  type: LoanTransactionType;
  amount: Amount;
  currency: Currency;
  allocation: Allocation;
  journal_entry_id: string;
  /**
   * The transaction that this one takes back.
   */
  reverses_transaction_id?: string;
  /**
   * The transaction in whose place this one was posted.
   */
  replaces_transaction_id?: string;
  /**
   * The transaction that takes this one back; shown where one transaction is read.
   */
  reversed_by?: string;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLoanTransactionsRequest".
 */
export interface ListLoanTransactionsRequest {
  path: {
    loanId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLoanTransactionsResponse".
 */
export interface ListLoanTransactionsResponse {
  items: Transaction[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLoansRequest".
 */
export interface ListLoansRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostLoanTransactionRequest".
 */
export interface PostLoanTransactionRequest {
  path: {
    loanId: string;
  };
  body: {
    type: LoanTransactionType;
    amount: Amount;
    currency: Currency;
    allocation: Allocation;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "PostLoanTransactionResponse".
 */
export interface Transaction2 {
  id: string;
  loan_id: string;
  type: LoanTransactionType;
  amount: Amount;
  currency: Currency;
  allocation: Allocation;
  journal_entry_id: string;
  /**
   * The transaction that this one takes back.
   */
  reverses_transaction_id?: string;
  /**
   * The transaction in whose place this one was posted.
   */
  replaces_transaction_id?: string;
  /**
   * The transaction that takes this one back; shown where one transaction is read.
   */
  reversed_by?: string;
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateRuleRequest".
 */
export interface CreateRuleRequest {
  path: {
    productId: string;
  };
  body: NewRule;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateRuleResponse".
 */
export interface CreateRuleResponse {
  id: string;
  tenant_id: string;
  product_id: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /**
   * Lower ones are judged first; 100 unless given.
   */
  priority: number;
  enabled: boolean;
  /**
   * POSTING, LOAN_TRANSACTION; other names are judged on request only. POSTING alone unless given.
   *
   * @maxItems 50
   */
  applies_to: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "DeleteRuleRequest".
 */
export interface DeleteRuleRequest {
  path: {
    productId: string;
    ruleId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "DeleteRuleResponse".
 */
export interface DeleteRuleResponse {
  status: 'ok';
  rule_id: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "EvaluateRulesRequest".
 */
export interface EvaluateRulesRequest {
  path: {
    productId: string;
  };
  body: {
    sample: RuleSample;
    /**
     * In place of the stored rules.
     *
     * @maxItems 100
     */
    rules?: NewRule[];
    applies_to?: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "EvaluateRulesResponse".
 */
export interface EvaluateRulesResponse {
  product_id: string;
  applies_to: string;
  decision: 'ALLOW' | 'DENY';
  denied_by?: string;
  /**
   * In the order of judgement.
   */
  rules: RuleOutcome[];
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GenerateProductConfigurationRequest".
 */
export interface GenerateProductConfigurationRequest {
  body: {
    jurisdiction: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GenerateProductConfigurationResponse".
 */
export interface GenerateProductConfigurationResponse {
  jurisdiction: string;
  /**
   * The template it was generated from: DEFAULT for a jurisdiction without its own.
   */
  template?: string;
  products: Product[];
  /**
   * Grows by one each time it is generated.
   */
  version?: number;
  generated_at?: Timestamp;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProductConfigurationRequest".
 */
export interface GetProductConfigurationRequest {}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProductConfigurationResponse".
 */
export interface GetProductConfigurationResponse {
  jurisdiction: string;
  /**
   * The template it was generated from: DEFAULT for a jurisdiction without its own.
   */
  template?: string;
  products: Product[];
  /**
   * Grows by one each time it is generated.
   */
  version?: number;
  generated_at?: Timestamp;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProductRequest".
 */
export interface GetProductRequest {
  path: {
    productId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProductResponse".
 */
export interface Product1 {
  id: string;
  type: string;
  config: ProductConfig;
  tenant_id: string;
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListProductsRequest".
 */
export interface ListProductsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListRulesRequest".
 */
export interface ListRulesRequest {
  path: {
    productId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "SeedDefaultRulesRequest".
 */
export interface SeedDefaultRulesRequest {
  path: {
    productId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "UpdateRuleRequest".
 */
export interface UpdateRuleRequest {
  path: {
    productId: string;
    ruleId: string;
  };
  body: RuleChange;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "UpdateRuleResponse".
 */
export interface UpdateRuleResponse {
  status: 'ok';
  rule_id: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "UpsertProductRequest".
 */
export interface UpsertProductRequest {
  body: {
    id?: string;
    type: string;
    config: ProductConfig;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "UpsertProductResponse".
 */
export interface Product2 {
  id: string;
  type: string;
  config: ProductConfig;
  tenant_id: string;
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLedgerActivityRequest".
 */
export interface GetLedgerActivityRequest {
  path: {
    journalEntryId: string;
  };
}
/**
 * A record of a read model. It follows the events, so it may be late: the status tells how late.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLedgerActivityResponse".
 */
export interface GetLedgerActivityResponse {
  projection_name: ProjectionName;
  /**
   * The loan, journal entry or product that it is about.
   */
  entity_id: string;
  /**
   * docs/projections.md tells what each projection has in it.
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * The newest event in it.
   */
  last_event_id?: string;
  last_event_type?: string;
  /**
   * The aggregate's version by that event.
   */
  last_event_version?: number;
  updated_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLoanActivityRequest".
 */
export interface GetLoanActivityRequest {
  path: {
    loanId: string;
  };
}
/**
 * A record of a read model. It follows the events, so it may be late: the status tells how late.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetLoanActivityResponse".
 */
export interface GetLoanActivityResponse {
  projection_name: ProjectionName;
  /**
   * The loan, journal entry or product that it is about.
   */
  entity_id: string;
  /**
   * docs/projections.md tells what each projection has in it.
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * The newest event in it.
   */
  last_event_id?: string;
  last_event_type?: string;
  /**
   * The aggregate's version by that event.
   */
  last_event_version?: number;
  updated_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProductPublicationRequest".
 */
export interface GetProductPublicationRequest {
  path: {
    productId: string;
  };
}
/**
 * A record of a read model. It follows the events, so it may be late: the status tells how late.
 *
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProductPublicationResponse".
 */
export interface GetProductPublicationResponse {
  projection_name: ProjectionName;
  /**
   * The loan, journal entry or product that it is about.
   */
  entity_id: string;
  /**
   * docs/projections.md tells what each projection has in it.
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * The newest event in it.
   */
  last_event_id?: string;
  last_event_type?: string;
  /**
   * The aggregate's version by that event.
   */
  last_event_version?: number;
  updated_at?: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetProjectionStatusRequest".
 */
export interface GetProjectionStatusRequest {}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLedgerActivityRequest".
 */
export interface ListLedgerActivityRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListLoanActivityRequest".
 */
export interface ListLoanActivityRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListProductPublicationsRequest".
 */
export interface ListProductPublicationsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateBusinessRegistrationSchemaRequest".
 */
export interface CreateBusinessRegistrationSchemaRequest {}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateBusinessRegistrationSchemaResponse".
 */
export interface CreateBusinessRegistrationSchemaResponse {
  id: string;
  tenant_id: string;
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateSchemaRequest".
 */
export interface CreateSchemaRequest {
  body: NewEntitySchema;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateSchemaResponse".
 */
export interface CreateSchemaResponse {
  id: string;
  tenant_id: string;
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ExportSchemaRequest".
 */
export interface ExportSchemaRequest {
  path: {
    schemaId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ExportSchemaResponse".
 */
export interface ExportSchemaResponse {
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  /**
   * The same as JSON Schema 2020-12.
   */
  json_schema: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetSchemaRequest".
 */
export interface GetSchemaRequest {
  path: {
    schemaId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetSchemaResponse".
 */
export interface GetSchemaResponse {
  id: string;
  tenant_id: string;
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ImportSchemaRequest".
 */
export interface ImportSchemaRequest {
  body: NewEntitySchema;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ImportSchemaResponse".
 */
export interface ImportSchemaResponse {
  id: string;
  tenant_id: string;
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /**
   * Grows by one with each publication.
   */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListSchemasRequest".
 */
export interface ListSchemasRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateLoanApprovalNotificationWorkflowRequest".
 */
export interface CreateLoanApprovalNotificationWorkflowRequest {}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateLoanApprovalNotificationWorkflowResponse".
 */
export interface CreateLoanApprovalNotificationWorkflowResponse {
  id: string;
  tenant_id: string;
  name: string;
  trigger: string;
  steps: WorkflowStep[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateMonthlyFeeChargeWorkflowRequest".
 */
export interface CreateMonthlyFeeChargeWorkflowRequest {}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateMonthlyFeeChargeWorkflowResponse".
 */
export interface CreateMonthlyFeeChargeWorkflowResponse {
  id: string;
  tenant_id: string;
  name: string;
  trigger: string;
  steps: WorkflowStep[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateWorkflowRequest".
 */
export interface CreateWorkflowRequest {
  body: NewWorkflow;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "CreateWorkflowResponse".
 */
export interface CreateWorkflowResponse {
  id: string;
  tenant_id: string;
  name: string;
  trigger: string;
  steps: WorkflowStep[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ExecuteWorkflowRequest".
 */
export interface ExecuteWorkflowRequest {
  path: {
    workflowId: string;
  };
  body: {
    /**
     * What the steps work on; free-form.
     */
    context: {
      [k: string]: unknown;
    };
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ExecuteWorkflowResponse".
 */
export interface WorkflowExecution1 {
  id: string;
  workflow_id: string;
  /**
   * An execution that fails does nothing and leaves no record.
   */
  status: 'COMPLETED';
  steps: StepResult[];
  /**
   * As the steps have left it.
   */
  context: {
    [k: string]: unknown;
  };
  executed_by: string;
  correlation_id: string;
  started_at: Timestamp;
  finished_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetWorkflowExecutionRequest".
 */
export interface GetWorkflowExecutionRequest {
  path: {
    executionId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetWorkflowExecutionResponse".
 */
export interface WorkflowExecution2 {
  id: string;
  workflow_id: string;
  /**
   * An execution that fails does nothing and leaves no record.
   */
  status: 'COMPLETED';
  steps: StepResult[];
  /**
   * As the steps have left it.
   */
  context: {
    [k: string]: unknown;
  };
  executed_by: string;
  correlation_id: string;
  started_at: Timestamp;
  finished_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetWorkflowRequest".
 */
export interface GetWorkflowRequest {
  path: {
    workflowId: string;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "GetWorkflowResponse".
 */
export interface GetWorkflowResponse {
  id: string;
  tenant_id: string;
  name: string;
  trigger: string;
  steps: WorkflowStep[];
  created_at: Timestamp;
  updated_at: Timestamp;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListWorkflowExecutionsRequest".
 */
export interface ListWorkflowExecutionsRequest {
  path: {
    workflowId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListWorkflowExecutionsResponse".
 */
export interface ListWorkflowExecutionsResponse {
  items: WorkflowExecution[];
  /**
   * Absent on the last page.
   */
  next_cursor?: string;
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListWorkflowsByTriggerRequest".
 */
export interface ListWorkflowsByTriggerRequest {
  path: {
    trigger: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}
/**
 * This interface was referenced by `Contracts`'s JSON-Schema
 * via the `definition` "ListWorkflowsRequest".
 */
export interface ListWorkflowsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}
