// Generated from schemas/ by `npm run generate`. Do not edit.

export type AccountCreated = Account;

export interface AccountMetadataReplaced {
  id: string;
  metadata: AccountMetadata;
  /** The version of the event: it counts the replacements of the metadata, not the versions of the account. */
  metadata_version: number;
}

export interface AccountStatusChanged {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  /** The account's identifier in the institution's own systems. */
  external_id?: string;
  status: AccountStatus;
  balance: Balance;
  /** Increases by one with each change of the status or the balance. */
  version: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  from_status?: AccountStatus;
}

export type AdjustmentRequestApplied = FinancialAdjustmentRequest;

export type AdjustmentRequestFailed = FinancialAdjustmentRequest;

export type AdjustmentRequestRejected = FinancialAdjustmentRequest;

export type AdjustmentRequestSubmitted = FinancialAdjustmentRequest;

export type ChangeRequestApplied = ChangeRequest;

export type ChangeRequestFailed = ChangeRequest;

export type ChangeRequestRejected = ChangeRequest;

export type ChangeRequestSubmitted = ChangeRequest;

export type ControlsReplaced = Controls;

export type EntitySchemaPublished = EntitySchema;

export type GeneralLedgerAccountCreated = GeneralLedgerAccount;

export type GeneralLedgerAccountUpdated = GeneralLedgerAccount;

export type GeneralLedgerPeriodClosed = AccountingPeriod;

export type GeneralLedgerPeriodClosing = AccountingPeriod;

export type GeneralLedgerPeriodFailed = AccountingPeriod;

export type GeneralLedgerPeriodReopened = AccountingPeriod;

export type GeneralLedgerSettingsUpdated = GeneralLedgerSettings;

export type JournalEntryPosted = JournalEntry;

export type LegacyImportCompleted = Batch;

export type LegacyImportFailed = Batch;

export type LegacyImportRequested = Batch;

export type LegacyImportStarted = Batch;

export type LifecycleRequestApplied = AccountLifecycleRequest;

export type LifecycleRequestFailed = AccountLifecycleRequest;

export type LifecycleRequestRejected = AccountLifecycleRequest;

export type LifecycleRequestSubmitted = AccountLifecycleRequest;

/** The transactions in the order of posting, first the reversal and then the replacement, and the loan after both. */
export interface LoanAdjusted {
  transactions: [Transaction] | [Transaction, Transaction];
  loan: Loan;
}

export type LoanCreated = Loan;

/** The transaction, and the loan after it. */
export interface LoanTransactionPosted {
  transaction: Transaction;
  loan: Loan;
}

export type NotificationRequested = StepEvent;

export type PeriodCloseApplied = GeneralLedgerRequest;

export type PeriodCloseFailed = GeneralLedgerRequest;

export type PeriodCloseRejected = GeneralLedgerRequest;

export type PeriodCloseSubmitted = GeneralLedgerRequest;

export type PeriodReopeningApplied = GeneralLedgerRequest;

export type PeriodReopeningFailed = GeneralLedgerRequest;

export type PeriodReopeningRejected = GeneralLedgerRequest;

export type PeriodReopeningSubmitted = GeneralLedgerRequest;

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

export type PostingTemplateCreated = PostingTemplate;

export type PostingTemplateDeleted = PostingTemplate;

export type PostingTemplateReplaced = PostingTemplate;

export type ProductPublished = Product;

export type RegulatoryExportCompleted = Batch;

export type RegulatoryExportDelivered = Batch;

export type RegulatoryExportFailed = Batch;

export type RegulatoryExportRequested = Batch;

export type RegulatoryExportStarted = Batch;

export type RuleCreated = Rule;

export type RuleDeleted = Rule;

export type RuleUpdated = Rule;

export type SettingsChangeApplied = GeneralLedgerRequest;

export type SettingsChangeRejected = GeneralLedgerRequest;

export type SettingsChangeSubmitted = GeneralLedgerRequest;

export type WebhookCreated = Webhook;

export type WebhookDeleted = Webhook;

export type WebhookRedriven = WebhookRedrive;

export type WebhookReplaced = Webhook;

export type WebhookSecretRotated = Webhook;

export type WebhookTested = Webhook;

export type WorkflowActionDispatched = StepEvent;

export type WorkflowCreated = Workflow;

export type WorkflowEventEmitted = StepEvent;

export type WorkflowExecuted = WorkflowExecution;

export type YearCloseApplied = GeneralLedgerRequest;

export type YearCloseFailed = GeneralLedgerRequest;

export type YearCloseRejected = GeneralLedgerRequest;

export type YearCloseSubmitted = GeneralLedgerRequest;

export interface AccountBalance {
  account_id: string;
  balance: Balance;
  currency: Currency;
  /** The version of the account; absent with as_of. */
  version?: number;
  /** The instant of the balance, as asked for, in UTC; absent for the present balance. A posting under way may still be dated up to two minutes back. */
  as_of?: string;
}

/** The code of an account of the general ledger: words of visible characters with single spaces between them. */
export type AccountCode = string;

export interface AccountEntry {
  id: string;
  account_id: string;
  journal_entry_id?: string;
  transaction_id?: string;
  /** The journal entry and the position of the posting in it; always unique. */
  posting_key: string;
  entry_type: EntryType;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  balance_after: Balance;
  reference?: string;
  posted_at: Timestamp;
}

export interface AccountLifecycleRequestPage {
  items: AccountLifecycleRequest[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface AccountLifecycleRequest {
  id: string;
  account_id: string;
  transition: AccountTransition;
  from_status: AccountStatus;
  target_status: AccountStatus;
  status: DecisionStatus;
  reason: RequestReason;
  /** The maker: the id of an operator. */
  requested_by: string;
  /** The checker: the id of an operator. */
  decided_by?: string;
  decision_reason?: string;
  /** Why an approved request could not be applied. */
  failure_reason?: string;
  /** The correlation id of the submission. */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}

/** Up to 50 pairs of text of your own, which the ledger stores and does not interpret. A key has 1 to 64 characters, no control characters or line breaks. */
export interface AccountMetadata {
  [name: string]: string;
}

export interface AccountPosting {
  account_id: string;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  reference?: string;
}

export type AccountStatus = 'ACTIVE' | 'FROZEN' | 'CLOSED';

export type AccountTransition = 'FREEZE' | 'UNFREEZE' | 'CLOSE';

export interface Account {
  id: string;
  customer_id?: string;
  product_id?: string;
  name: string;
  currency: Currency;
  /** The account's identifier in the institution's own systems. */
  external_id?: string;
  status: AccountStatus;
  balance: Balance;
  /** Increases by one with each change of the status or the balance. */
  version: number;
  metadata?: AccountMetadata;
  /** Increases by one with each replacement of the metadata. */
  metadata_version?: number;
  frozen_at?: Timestamp;
  closed_at?: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A month of accounting dates. */
export type AccountingPeriodMonth = string;

export interface AccountingPeriodPage {
  items: AccountingPeriod[];
  /** Absent on the last page. */
  next_cursor?: string;
}

/** CLOSING and CLOSED periods take no entries. FAILED: the last closing failed, and the period takes entries again. */
export type AccountingPeriodState = 'OPEN' | 'CLOSING' | 'CLOSED' | 'FAILED';

export interface AccountingPeriodTotals {
  currency: Currency;
  journal_entries: number;
  total_debits: LedgerTotal;
  total_credits: LedgerTotal;
  /** The sum of the SHA-256 of all entries with their lines, modulo 2^256. */
  digest: string;
}

export interface AccountingPeriod {
  period: AccountingPeriodMonth;
  state: AccountingPeriodState;
  /** The request of the newest closing or reopening. */
  request_id?: string;
  /** The maker of that request: the id of an operator. */
  requested_by?: string;
  /** The checker of that request: the id of an operator. */
  decided_by?: string;
  closing_at?: Timestamp;
  closed_at?: Timestamp;
  reopened_at?: Timestamp;
  /** Why the last closing failed. */
  failure_reason?: string;
  /** The control totals of a closed period, by currency. */
  totals?: AccountingPeriodTotals[];
  /** 0 before the first closing; increases by one with each change. */
  version: number;
  updated_at?: Timestamp;
}

export type AdjustmentTargetType = 'TRANSACTION' | 'JOURNAL_ENTRY';

export type AdjustmentType = 'REVERSAL' | 'CORRECTION';

/** How an amount is split over the parts of a loan. */
export interface Allocation {
  principal: Amount;
  interest: Amount;
  fees: Amount;
}

/** A decimal amount with exactly two decimals and at most 36 digits before the point. */
export type Amount = string;

export interface Approval {
  reason?: string;
}

export interface ArtifactLink {
  /** Downloads the file without a token until expires_at. */
  url: string;
  expires_at: Timestamp;
  filename: string;
  media_type: string;
  checksum: {
    algorithm: 'SHA-256';
    /** Hexadecimal, of the file as it is downloaded. */
    value: string;
  };
}

export interface AuditEventPage {
  items: AuditEvent[];
  /** The age of the oldest change of the ledger that these events are known to lack; 0 if there is none. Records of administration are always current. */
  lag_seconds: number;
  /** Absent on the last page. With several filters a page may have fewer events than limit, or none, and still a cursor. */
  next_cursor?: string;
}

export interface AuditEvent {
  /** The receipt of the change (`rcp_…`) or the record of administration (`adm_…`). */
  id: string;
  source: 'LEDGER' | 'ADMINISTRATION';
  at: Timestamp;
  /** The operator or the service, by its id; of administration the AWS principal, the local user or the service that made the change, or the operator who changed the own password, sessions or second factors. */
  actor: string;
  operation: string;
  /** The identifiers of all records that the change names. */
  subjects: string[];
  /** FAILED when the change records that an approved request or a batch failed. A refused request changes nothing and is no event. */
  outcome: 'COMMITTED' | 'FAILED';
  /** Absent for administration. */
  correlation_id?: string;
  /** The types of the events that the change emitted; absent for administration. */
  event_types?: string[];
  /** What administration changed, without secrets; absent for the ledger. */
  details?: {
    [name: string]: unknown;
  };
}

export interface BalancePoint {
  from: CalendarDate;
  to: CalendarDate;
  debits: LedgerTotal;
  credits: LedgerTotal;
  /** The balance at the end of the part. */
  closing: LedgerBalance;
}

export interface BalanceSeries {
  currency: Currency;
  /** The balance before the period. */
  opening: LedgerBalance;
  /** Every part of the period in order, also those without a movement. */
  points: BalancePoint[];
}

/** A decimal balance with exactly two decimals; credits raise it, debits lower it. */
export type Balance = string;

/** The currency of entries that have no postings and name no currency; XXX, the code for no currency, until it is set. */
export type BaseCurrency = string;

export interface BatchArtifact {
  media_type: string;
  filename: string;
  size_bytes: number;
  checksum: {
    algorithm: 'SHA-256';
    /** Hexadecimal, as sha256sum prints it. */
    value: string;
  };
  /** The number of rows without the heading. */
  rows: number;
  /** Whether the manifest has a signature, `?file=signature`. Absent from exports of earlier versions, and from imports. */
  is_signed?: boolean;
}

export interface BatchDelivery {
  authority_reference: string;
  delivered_at: Timestamp;
  /** The id of the operator who recorded it. */
  recorded_by: string;
  recorded_at: Timestamp;
}

export interface BatchPage {
  items: Batch[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export type BatchStatus = 'ACCEPTED' | 'AWAITING_UPLOAD' | 'RUNNING' | 'COMPLETED' | 'FAILED';

export type BatchType = 'REGULATORY_EXPORT' | 'LEGACY_IMPORT';

/** Where to upload the file of an import, once and unchanged. Only the answer to the request contains it. */
export interface BatchUpload {
  url: string;
  method: 'PUT';
  /** The headers to send with the file: the URL is valid only with them, and only for a file of the declared size and checksum. */
  headers: {
    [name: string]: string;
  };
  expires_at: Timestamp;
}

/** The receipt of a batch: its request, its progress and its artifact. */
export interface Batch {
  batchId: string;
  type: BatchType;
  status: BatchStatus;
  /** The body of the request. An import that another operator has approved also has the `change_request_id`. */
  request: {
    [name: string]: unknown;
  };
  /** The format of an export. Absent from exports requested before it was stored. */
  format?: string;
  /** Why the export is in this format, in a sentence. */
  format_reason?: string;
  progress: {
    /** Absent until the total is known. */
    total?: number;
    processed: number;
    rejected: number;
  };
  upload?: BatchUpload;
  artifact?: BatchArtifact;
  /** Counts and sums to check the artifact against. */
  control_totals?: {
    [name: string]: unknown;
  };
  delivery?: BatchDelivery;
  failure_reason?: string;
  /** The id of the operator who requested it, or `countinghouse` for a schedule. */
  requested_by: string;
  /** The correlation id of the request. */
  correlation_id: string;
  created_at: Timestamp;
  started_at?: Timestamp;
  completed_at?: Timestamp;
}

export type CalendarDate = string;

export interface CallerSession {
  operator: {
    /** The `sub` of the token, by which the ledger names the caller. */
    id: string;
    /** SERVICE when the token belongs to its client and to no person. */
    kind: 'OPERATOR' | 'SERVICE';
    /** As the issuer's token gives it. Absent if it does not, if it was removed on request, and for moments after the first request of a new operator. */
    name?: string;
    /** As the issuer's token gives it; of the bundled issuer the name of the sign-in. */
    preferred_username?: string;
  };
  tenant: {
    id: string;
    /** As it was given when the tenant was created; absent for a tenant that only another issuer knows. */
    name?: string;
    time_zone: TimeZone;
    base_currency: BaseCurrency;
  };
  /** The permissions of the token. */
  permissions: (
    | 'finance.read'
    | 'finance.write'
    | 'finance.approve'
    | 'configuration.write'
    | 'compliance.operate'
    | 'audit.read'
  )[];
  /** When the token ends. A session lasts longer and renews it. */
  expires_at: Timestamp;
}

/** The control that has caught the request, with the operation that it names if the request does the same by another one. Absent where the operation always takes two operators. */
export interface CatchingControl {
  operation?: ControlledOperation;
  /** Its condition; absent if it catches every request. */
  when?: string;
  /** Why the condition could not be evaluated: such a control catches. */
  error?: string;
  controls_version: number;
}

/** The operation that the request is for. */
export type ChangeRequestOperation =
  | 'createAccount'
  | 'postJournalEntry'
  | 'postJournalEntries'
  | 'createLoan'
  | 'postLoanTransaction'
  | 'executeWorkflow'
  | 'upsertProduct'
  | 'generateProductConfiguration'
  | 'createRule'
  | 'seedDefaultRules'
  | 'updateRule'
  | 'deleteRule'
  | 'createSchema'
  | 'importSchema'
  | 'createBusinessRegistrationSchema'
  | 'createWorkflow'
  | 'createLoanApprovalNotificationWorkflow'
  | 'createMonthlyFeeChargeWorkflow'
  | 'upsertGeneralLedgerAccount'
  | 'updateGeneralLedgerSettings'
  | 'submitLegacyImport'
  | 'createWebhook'
  | 'replaceWebhook'
  | 'replaceControls';

export interface ChangeRequestPage {
  items: ChangeRequest[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ChangeRequest {
  id: string;
  operation: ChangeRequestOperation;
  /** The request of the maker. */
  request: {
    /** The parameters of its path. */
    path: {
      [name: string]: string;
    };
    /** Its body, if it has one. */
    body?: unknown;
  };
  control?: CatchingControl;
  /** What the operation has answered; present once APPLIED. */
  result?: unknown;
  status: DecisionStatus;
  reason: RequestReason;
  /** The maker: the id of an operator. */
  requested_by: string;
  /** The checker: the id of an operator. */
  decided_by?: string;
  decision_reason?: string;
  /** Why an approved request could not be applied. */
  failure_reason?: string;
  /** The code of the refusal that made the request FAILED. */
  failure_code?: string;
  /** The correlation id of the submission. */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}

/** OPEN: any account code is accepted. ENFORCED: a code must be in the chart of accounts and ACTIVE. */
export type ChartMode = 'OPEN' | 'ENFORCED';

/** The accounting periods that take no entries; absent while all do. Requests to close or reopen them change it. */
export interface ClosedPeriods {
  [name: string]: 'CLOSING' | 'CLOSED';
}

export interface ClosingEntry {
  /** XXX for entries without a currency. */
  currency: Currency;
  /** The last day of the year. */
  effective_date: CalendarDate;
  description: string;
  /** A line for each income and expense account, which brings its balance of the year to 0.00, and one for the equity account. */
  ledger_lines: LedgerLine[];
}

export interface ConfigurationChange {
  operation: ConfigurationOperation;
  /** The request of the operation, as a change request has it. */
  request: {
    /** The parameters of its path. */
    path?: {
      [name: string]: string;
    };
    /** Its body, if it has one. What is wrong with it is the refusal of the preview. */
    body?: unknown;
  };
}

/** An operation that changes the configuration. */
export type ConfigurationOperation =
  | 'upsertProduct'
  | 'generateProductConfiguration'
  | 'createRule'
  | 'seedDefaultRules'
  | 'updateRule'
  | 'deleteRule'
  | 'createSchema'
  | 'importSchema'
  | 'createBusinessRegistrationSchema'
  | 'createWorkflow'
  | 'createLoanApprovalNotificationWorkflow'
  | 'createMonthlyFeeChargeWorkflow'
  | 'upsertGeneralLedgerAccount'
  | 'updateGeneralLedgerSettings'
  | 'createWebhook'
  | 'replaceWebhook'
  | 'replaceControls';

/** Whether an entry whose control accounts differ from its postings is only reported, or refused. */
export type ControlAccountMode = 'REPORTED' | 'ENFORCED';

/** A control account that an entry does not move as its postings move what the account controls. The amounts are net credits: negative when debits exceed credits. */
export interface ControlDifference {
  account_code: string;
  /** The movement of the accounts or loans that the code controls. */
  expected: string;
  /** The movement of the ledger lines on the code. */
  found: string;
}

/** What controls of postJournalEntry would have caught. */
export interface ControlEvaluation {
  /** Newest first. */
  items: EntryControl[];
  /** How many of the newest journal entries were searched for such postings. */
  entries_read: number;
  /** Whether there are older journal entries that were not searched. */
  has_more: boolean;
}

export interface Control {
  operation: ControlledOperation;
  /** CEL over request, actor and now, and what the operation has of amount, currency, account and product. Without it the control catches every request. */
  when?: string;
  /** APPROVAL: the request waits until another operator approves it. */
  require: 'APPROVAL';
}

/** The accounts of products, or a part of what is outstanding on their loans. */
export interface ControlledGroup {
  /** The member of config.ledger_accounts that names the code. */
  role: 'customer_deposits' | 'loans_receivable' | 'interest_receivable' | 'fees_receivable';
  /** The number of products. The default code also controls accounts and loans whose product is not published. */
  product_count: number;
  /** The products, at most 20 of them. */
  product_ids: string[];
}

/** An operation that can be put under control. */
export type ControlledOperation =
  | 'createAccount'
  | 'postJournalEntry'
  | 'postJournalEntries'
  | 'createLoan'
  | 'postLoanTransaction'
  | 'executeWorkflow'
  | 'upsertProduct'
  | 'generateProductConfiguration'
  | 'createRule'
  | 'seedDefaultRules'
  | 'updateRule'
  | 'deleteRule'
  | 'createSchema'
  | 'importSchema'
  | 'createBusinessRegistrationSchema'
  | 'createWorkflow'
  | 'createLoanApprovalNotificationWorkflow'
  | 'createMonthlyFeeChargeWorkflow'
  | 'upsertGeneralLedgerAccount'
  | 'updateGeneralLedgerSettings'
  | 'submitLegacyImport'
  | 'createWebhook'
  | 'replaceWebhook';

export interface Controls {
  controls: Control[];
  /** 0 until the first controls, and grows by 1 with each replacement. */
  version: number;
  updated_at?: Timestamp;
}

/** The replacement of the record: `journal` for a journal entry, `lending` for a loan transaction. Required for a CORRECTION, refused for a REVERSAL. */
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
    ledger_lines: [LedgerLine, LedgerLine, ...LedgerLine[]];
    account_postings?: AccountPosting[];
  };
}

export interface CreateFinancialAdjustment {
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason: RequestReason;
  correction?: Correction;
}

export interface CreatedRule {
  id: string;
  tenant_id: string;
  product_id: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /** Rules with a lower priority are evaluated first. */
  priority: number;
  enabled: boolean;
  /** POSTING, LOAN_TRANSACTION; rules with other names are evaluated only on request. */
  applies_to: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Parts of the condition that can never be evaluated; absent if there are none. */
  warnings?: [RuleWarning, ...RuleWarning[]];
}

/** Three uppercase letters (ISO 4217). */
export type Currency = string;

/** What a decision would do at this moment. It was decided as it would be, and not carried out. */
export interface DecisionPreview {
  /** APPLIED: it would be carried out. PENDING_APPROVAL: a control would catch it, and the rest shows what its approval would do. FAILED: the approval would be recorded, and its request be FAILED. REFUSED: nothing would be recorded. */
  outcome: 'APPLIED' | 'PENDING_APPROVAL' | 'FAILED' | 'REFUSED';
  previewed_at: Timestamp;
  /** Why it would be FAILED or REFUSED. */
  refusal?: {
    /** A code of the refusals. */
    code: string;
    message: string;
    /** One sentence for each fault of a malformed request, as its refusal would have them. */
    faults?: string[];
  };
  /** What the answer would warn of; absent if there is nothing. */
  warnings?: RuleWarning[];
  /** The members of records that would change, without versions and times. Balances and entries are listed by themselves. */
  changes: {
    /** The id of the record, or its name where a tenant has it once. */
    record: string;
    /** A JSON pointer to the member. */
    path: string;
    /** Its present value; absent if it is new. */
    from?: unknown;
    /** Its new value; absent if it would be removed. */
    to?: unknown;
  }[];
  /** The balances of the accounts that it would post on or change. */
  balances: {
    account_id: string;
    currency: Currency;
    before: Balance;
    after: Balance;
  }[];
  journal_entries: PreviewedJournalEntry[];
  /** The control that would catch it, or has caught the request; the first one, as a change request names it. */
  controls: CatchingControl[];
}

export type DecisionStatus = 'PENDING_APPROVAL' | 'APPLIED' | 'REJECTED' | 'FAILED';

/** The account, which replaces the one of this code; a member that is absent has no value, status is ACTIVE. */
export interface DefineGeneralLedgerAccount {
  name: string;
  type: GeneralLedgerAccountType;
  currency?: Currency;
  parent?: AccountCode;
  status?: GeneralLedgerAccountStatus;
  mappings?: GeneralLedgerMappings;
}

/** CREDIT raises the balance of a customer account, DEBIT lowers it. */
export type Direction = 'DEBIT' | 'CREDIT';

/** The days before and after today, in the time zone, that the effective_date of a posting may name; a member that is absent sets no limit. */
export interface EffectiveDateWindow {
  days_back?: number;
  days_ahead?: number;
}

export interface EntitySchema {
  id: string;
  tenant_id: string;
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /** Increases by one with each publication. */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface EntryControl {
  journal_entry_id: string;
  posted_at: Timestamp;
  posted_by: string;
  description?: string;
  amount: Balance;
  /** Empty for an entry without one. */
  currency: string;
  is_caught: boolean;
  /** The first control that catches it. */
  control?: {
    /** In the list of the controls that were tried, from 0. */
    position: number;
    /** Its condition; absent if it catches every request. */
    when?: string;
    /** Why the condition could not be evaluated: such a control catches. */
    error?: string;
  };
}

export type EntryType = 'OPENING_BALANCE' | 'POSTING' | 'REVERSAL' | 'CORRECTION';

export interface ExportScheduleList {
  items: ExportSchedule[];
}

/** A schedule of exports, which an administrator sets (docs/exports.md). */
export interface ExportSchedule {
  id: string;
  /** Each run exports the month before it. */
  frequency: 'MONTHLY';
  legal_basis_code: string;
  /** The format of the exports. Absent if the legal basis chooses. */
  format?: string;
  /** How many years after the end of its month an export can be deleted. */
  retention_years: number;
  set_at: Timestamp;
  /** The next three runs, the earliest first. */
  next_runs: {
    /** The run starts within the hour after this time. */
    due_at: string;
    period_from: CalendarDate;
    period_to: CalendarDate;
    retention_until: CalendarDate;
  }[];
}

export interface ExportSideTotals {
  count: number;
  total_debits: LedgerTotal;
  total_credits: LedgerTotal;
  by_currency: {
    currency: string;
    count: number;
    total_debits: LedgerTotal;
    total_credits: LedgerTotal;
  }[];
}

export interface ExportedEntitySchema {
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
  /** Increases by one with each publication. */
  version: number;
  /** The same definition as JSON Schema 2020-12. */
  json_schema: {
    [name: string]: unknown;
  };
}

/** Whether a product rule whose condition cannot be evaluated denies the posting or the loan transaction, or is skipped and recorded with the journal entry. DENY while absent. */
export type FailingRuleMode = 'DENY' | 'SKIP';

export interface FieldDefinition {
  /** The name of the member in a record, unique in the schema. */
  name: string;
  /** DATE is YYYY-MM-DD. ENUM needs `enum_values`, REFERENCE needs `reference_table`. */
  type: 'STRING' | 'NUMBER' | 'DATE' | 'BOOLEAN' | 'ENUM' | 'REFERENCE';
  /** Whether a record must have the field. */
  required: boolean;
  /** The maximum length of a text, in Unicode characters. */
  maxLength?: number;
  /** The pattern that a text must match, in RE2 syntax. It may match anywhere in the text unless ^ and $ anchor it. */
  pattern?: string;
  enum_values?: [string, ...string[]];
  reference_table?: string;
  /** A valid value of the field. Forms may suggest it; validation does not add it to a record. */
  default?: unknown;
  description?: string;
}

export interface FinancialAdjustmentRequestPage {
  items: FinancialAdjustmentRequest[];
  /** Absent on the last page. A page may be short, or empty, and have a next one. */
  next_cursor?: string;
}

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
  /** The maker: the id of an operator. */
  requested_by: string;
  /** The checker: the id of an operator. */
  decided_by?: string;
  decision_reason?: string;
  /** Why an approved request could not be applied. */
  failure_reason?: string;
  /** The correlation id of the submission. */
  correlation_id: string;
  reversal_transaction_id?: string;
  /** The entry that reverses the record, once applied. */
  reversal_journal_entry_id?: string;
  replacement_transaction_id?: string;
  /** The entry that replaces the record, once applied. */
  replacement_journal_entry_id?: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}

/** The month in which all fiscal years start. The first closing of a year sets it for good; absent until then. */
export type FiscalYearStart = string;

export interface GeneralLedgerAccountPage {
  items: GeneralLedgerAccount[];
  /** Absent on the last page. */
  next_cursor?: string;
}

/** A ledger line on a CLOSED account is refused if the chart is enforced. */
export type GeneralLedgerAccountStatus = 'ACTIVE' | 'CLOSED';

/** Gives the normal side: DEBIT for ASSET and EXPENSE, CREDIT for the others. */
export type GeneralLedgerAccountType = 'ASSET' | 'LIABILITY' | 'EQUITY' | 'INCOME' | 'EXPENSE';

export interface GeneralLedgerAccount {
  code: AccountCode;
  name: string;
  type: GeneralLedgerAccountType;
  normal_side: Direction;
  currency?: Currency;
  parent?: AccountCode;
  status: GeneralLedgerAccountStatus;
  mappings: GeneralLedgerMappings;
  /** Increases by one with each change. */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The codes of the account in other charts, by the name of the chart (1 to 64 characters); for example the grouping codes of a tax authority. */
export interface GeneralLedgerMappings {
  [name: string]: string;
}

/** What the request changes once it is approved. */
export type GeneralLedgerRequestKind =
  'PERIOD_CLOSE' | 'PERIOD_REOPEN' | 'YEAR_CLOSE' | 'SETTINGS_CHANGE';

export interface GeneralLedgerRequestPage {
  items: GeneralLedgerRequest[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface GeneralLedgerRequest {
  id: string;
  kind: GeneralLedgerRequestKind;
  /** The period to close or reopen, or the last one of the year to close. */
  period?: AccountingPeriodMonth;
  /** The version of the period to close or reopen at the submission: if it has changed, the approval makes the request FAILED. */
  period_version?: number;
  settings?: GeneralLedgerSettingsChange;
  year_closing?: YearClosing;
  /** The entries that the approval has posted, in the order of the proposal. */
  journal_entry_ids?: string[];
  status: DecisionStatus;
  reason: RequestReason;
  /** The maker: the id of an operator. */
  requested_by: string;
  /** The checker: the id of an operator. */
  decided_by?: string;
  decision_reason?: string;
  /** Why an approved request could not be applied. */
  failure_reason?: string;
  /** The correlation id of the submission. */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}

/** The settings to change; one that is absent keeps its value. */
export interface GeneralLedgerSettingsChange {
  base_currency?: BaseCurrency;
  time_zone?: TimeZone;
  chart?: ChartMode;
  control_accounts?: ControlAccountMode;
  effective_date_window?: EffectiveDateWindow;
  rule_conditions?: RuleConditionMode;
  failing_rules?: FailingRuleMode;
}

export interface GeneralLedgerSettings {
  base_currency: BaseCurrency;
  time_zone: TimeZone;
  chart: ChartMode;
  control_accounts: ControlAccountMode;
  effective_date_window: EffectiveDateWindow;
  rule_conditions?: RuleConditionMode;
  failing_rules?: FailingRuleMode;
  closed_periods?: ClosedPeriods;
  fiscal_year_start?: FiscalYearStart;
  /** 0 for the defaults; increases by one with each change. */
  version: number;
  updated_at?: Timestamp;
}

export interface HttpError {
  statusCode: number;
  /** One sentence, or one for each fault of an invalid request. */
  message: string | string[];
  error: string;
  code: string;
  correlation_id: string;
}

/** Only these, in this order: 1 to 100 identifiers with commas between them. Unknown ones are left out. */
export type IdList = string;

export interface ImportRejectionPage {
  items: ImportRejection[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface ImportRejection {
  /** The number of the record in the file, from 1; the heading and empty lines do not count. */
  row: number;
  /** Empty if the rejection concerns the whole row. */
  field: string;
  /** One of the codes in docs/imports.md. */
  code: string;
  message: string;
  /** The value in the file, cut after 200 characters. */
  value: string;
}

export interface JournalEntryPage {
  items: JournalEntry[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface JournalEntry {
  id: string;
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: PostedAccountPosting[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  /** The entry that this one reverses. */
  reverses_journal_entry_id?: string;
  /** The entry that this one replaces. */
  replaces_journal_entry_id?: string;
  /** The adjustment request that posted the entry. */
  adjustment_request_id?: string;
  /** The accounting period of the adjusted entry, if that period was closed or being closed. */
  adjusts_period?: AccountingPeriodMonth;
  /** The general-ledger request that posted the entry: the closing of a year. */
  general_ledger_request_id?: string;
  /** The execution of a workflow that posted the entry. */
  workflow_execution_id?: string;
  /** The entry that reverses this one; only shown when a single entry is read. */
  reversed_by?: string;
  /** The loan transaction that the entry posts. */
  transaction_id?: string;
  /** The control accounts that the ledger lines do not move as the postings move what they control. Absent if there are none. */
  control_differences?: ControlDifference[];
  /** The product rules that did not judge the entry, because they failed and the tenant skips failing rules. Absent if there are none. */
  skipped_rules?: SkippedRule[];
  /** The id of the operator who posted it. */
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}

/** The movement of a general-ledger account in one currency. */
export interface LedgerAccountBalance {
  currency: Currency;
  /** The balance before the period; 0.00 without from. */
  opening: LedgerBalance;
  /** The debits of the period. */
  debits: LedgerTotal;
  /** The credits of the period. */
  credits: LedgerTotal;
  /** The balance after the period: opening plus debits minus credits. */
  closing: LedgerBalance;
}

export interface LedgerAccountBalances {
  /** The account_code of the ledger lines. */
  code: string;
  /** The name in the chart of accounts; absent if the chart does not have the code. */
  name?: string;
  /** The type in the chart of accounts; absent if the chart does not have the code. */
  type?: GeneralLedgerAccountType;
  from: CalendarDate;
  to: CalendarDate;
  interval: 'day' | 'month' | 'year';
  /** One for each currency in which the account has lines up to the end of the period. */
  series: BalanceSeries[];
  /** How far the projection had come when its counters were read. */
  projection: ProjectionStatus;
}

export interface LedgerAccountLinePage {
  /** By currency, accounting date and journal entry. */
  items: LedgerAccountLine[];
  /** The account_code of the ledger lines. */
  code: string;
  /** The name in the chart of accounts; absent if the chart does not have the code. */
  name?: string;
  /** The type in the chart of accounts; absent if the chart does not have the code. */
  type?: GeneralLedgerAccountType;
  /** The first accounting date; absent for the start of the ledger. */
  from?: CalendarDate;
  /** The last accounting date. */
  to: CalendarDate;
  /** Of the whole period, per currency, on every page. */
  balances: LedgerAccountBalance[];
  /** How far the projection had come when its counters were read. */
  projection: ProjectionStatus;
  /** Absent on the last page. */
  next_cursor?: string;
}

/** One line of the general ledger with its journal entry. It has one of the two amounts. */
export interface LedgerAccountLine {
  journal_entry_id: string;
  /** The position of the line in its journal entry. */
  line: number;
  entry_type: EntryType;
  /** The accounting date. */
  effective_date: CalendarDate;
  currency: Currency;
  debit_amount?: Amount;
  credit_amount?: Amount;
  /** The balance of the account in this currency after the line. */
  balance: LedgerBalance;
  /** The description of the journal entry. */
  description?: string;
  posted_at: Timestamp;
}

/** Debits minus credits, a decimal with exactly two decimals: positive for a debit balance, negative for a credit balance. */
export type LedgerBalance = string;

/** One line of the general ledger: exactly one of the two amounts is above zero. */
export interface LedgerLine {
  /** Words of visible characters with single spaces between them; stored and compared exactly as written. */
  account_code: string;
  debit_amount?: Amount;
  credit_amount?: Amount;
}

/** A sum of amounts, a decimal with exactly two decimals. */
export type LedgerTotal = string;

/** What was validated, by what, and with what result (docs/imports.md). */
export interface LegacyImportManifest {
  manifest_version: 1;
  tenant_id: string;
  batch_id: string;
  requested_by: string;
  requested_at: Timestamp;
  correlation_id: string;
  retention_until: Timestamp;
  /** What was asked for, with the version of the schema. */
  request: {
    [name: string]: unknown;
  };
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  artifact: BatchArtifact;
  rejections: {
    size_bytes: number;
    /** Hexadecimal. */
    sha256: string;
  };
  control_totals: {
    rows: number;
    accepted_rows: number;
    rejected_rows: number;
    rejections: number;
  };
}

/** A file to validate: by an institution's schema (entity_name), or as one of the built-in types of records (record_type). */
export interface LegacyImport {
  file: {
    name: string;
    media_type: 'text/csv' | 'application/x-ndjson';
    /** At most 5 GiB. */
    size_bytes: number;
    /** Hexadecimal, as sha256sum prints it. */
    checksum_sha256: string;
    /** The file itself in base64, if it has at most 256 KiB. Without it, the answer contains where to upload the file. */
    content?: string;
  };
  entity_name?: string;
  record_type?: 'ACCOUNT' | 'OPENING_BALANCE' | 'JOURNAL_ENTRY' | 'GENERAL_LEDGER_ACCOUNT';
  options?: {
    /** The separator of columns; by default a comma. */
    delimiter?: ',' | ';' | '\t' | '|';
    /** Maps a heading of the file to the name of a field; null ignores the column. */
    header_mapping?: {
      [name: string]: string | null;
    };
    /** The decimal separator; by default a point. */
    decimal_separator?: '.' | ',';
    /** YYYY, MM and DD in the order of the file, with their separators; by default YYYY-MM-DD. */
    date_format?: string;
    /** By default the encoding that the byte order mark indicates, or UTF-8. */
    encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  };
}

/** asc, the default: in the order of the list; desc: the other way round, where that is by time the newest first. */
export type ListOrder = 'asc' | 'desc';

/** APPROVED until the first disbursement; SETTLED when all of the principal is disbursed and nothing is outstanding. */
export type LoanStatus = 'APPROVED' | 'ACTIVE' | 'SETTLED';

/** DISBURSEMENT credits the loan's account, REPAYMENT debits it; INTEREST and FEE accrue. */
export type LoanTransactionType = 'DISBURSEMENT' | 'REPAYMENT' | 'INTEREST' | 'FEE';

export interface Loan {
  id: string;
  customer_id: string;
  product_id: string;
  /** The account to which the loan is disbursed and from which it is repaid. */
  account_id: string;
  currency: Currency;
  principal: Amount;
  reference?: string;
  status: LoanStatus;
  disbursed: Amount;
  principal_outstanding: Amount;
  interest_outstanding: Amount;
  fees_outstanding: Amount;
  /** Increases by one with each change of the amounts. */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface MutationStatus {
  status: 'ok';
  rule_id: string;
  /** Of the rule after a change: parts of its condition that can never be evaluated; absent if there are none. */
  warnings?: [RuleWarning, ...RuleWarning[]];
}

export interface NewEntitySchema {
  entity_name: string;
  display_name: string;
  fields: FieldDefinition[];
}

export interface NewJournalEntry {
  ledger_lines: [LedgerLine, LedgerLine, ...LedgerLine[]];
  account_postings?: AccountPosting[];
  description?: string;
  effective_date?: CalendarDate;
  /** OPENING_BALANCE only as the first entry of each account that it touches. */
  entry_type?: 'POSTING' | 'OPENING_BALANCE';
  /** Of the lines of an entry without postings; by default the base currency of the general ledger. Beside postings it must be theirs. */
  currency?: string;
}

export interface NewPostingTemplate {
  name: string;
  description?: string;
  lines: [TemplateLine, TemplateLine, ...TemplateLine[]];
  postings?: TemplatePosting[];
}

export interface NewRule {
  id?: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /** Rules with a lower priority are evaluated first; 100 by default. */
  priority?: number;
  enabled?: boolean;
  /** POSTING, LOAN_TRANSACTION; rules with other names are evaluated only on request. By default POSTING. */
  applies_to?: string[];
}

export interface NewWebhook {
  /** An https address with the public name of a host. It is stored in receipts for good: put no secret into it. */
  url: string;
  event_types: [WebhookEventType, ...WebhookEventType[]];
  description?: string;
  /** A webhook that is not enabled gets no events; those of the meantime are not sent later. */
  enabled?: boolean;
}

export interface NewWorkflow {
  name: string;
  /** The purpose of the workflow, by which workflows can be listed. */
  trigger: string;
  steps: WorkflowStep[];
}

export interface OperatorPage {
  items: Operator[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface Operator {
  /** The `sub` of the token, by which the ledger names the operator or service. */
  id: string;
  /** SERVICE when the token belongs to its client and to no person. */
  kind: 'OPERATOR' | 'SERVICE';
  /** As the issuer's token gives it; absent if it does not. */
  name?: string;
  /** As the issuer's token gives it; of the bundled issuer the name of the sign-in. */
  preferred_username?: string;
  /** As the issuer's token gives it; absent if it does not. */
  email?: string;
  /** The issuer of the newest token. */
  issuer: string;
  first_seen_at: Timestamp;
  /** Accurate to an hour: a holder is noted once an hour at most. */
  last_seen_at: Timestamp;
  /** When the names were removed on request. None are stored from then on. */
  forgotten_at?: Timestamp;
}

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

export interface PostingEvaluation {
  journal_entry_id: string;
  account_id: string;
  direction: Direction;
  amount: Amount;
  currency: Currency;
  posted_at: Timestamp;
  decision: 'ALLOW' | 'DENY';
  denied_by?: string;
  /** The rules that match or have an error, in the order of evaluation. */
  rules: {
    rule_id: string;
    outcome: 'MATCHED' | 'ERROR';
    effect: 'DENY' | 'CHARGE_FEE' | 'NONE';
    error?: RuleError;
  }[];
}

export interface PostingTemplatePage {
  items: PostingTemplate[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface PostingTemplate {
  id: string;
  name: string;
  description?: string;
  lines: [TemplateLine, TemplateLine, ...TemplateLine[]];
  postings: TemplatePosting[];
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Only in the answer and the event of its deletion. */
  deleted_at?: Timestamp;
}

export interface PreviewedAdjustment {
  target_type: AdjustmentTargetType;
  target_id: string;
  adjustment_type: AdjustmentType;
  reason?: RequestReason;
  correction?: Correction;
}

/** A journal entry as it would be posted, with the fees that rules charge. It has no identifiers and no time before it is posted. */
export interface PreviewedJournalEntry {
  entry_type: EntryType;
  ledger_lines: LedgerLine[];
  account_postings: {
    account_id: string;
    direction: Direction;
    amount: Amount;
    currency: Currency;
    reference?: string;
    balance_after: Balance;
  }[];
  currency?: Currency;
  description?: string;
  effective_date: CalendarDate;
  /** The control accounts that the ledger lines do not move as the postings move what they control. Absent if there are none. */
  control_differences?: ControlDifference[];
  /** The product rules that did not judge the entry, because they failed and the tenant skips failing rules. Absent if there are none. */
  skipped_rules?: SkippedRule[];
}

/** Free-form; the ledger acts on overdraft_limit (how far below zero an account may go, a decimal string) and on the roles of ledger_accounts that it knows (codes of the general ledger). */
export interface ProductConfig {
  [name: string]: unknown;
}

export interface Product {
  id: string;
  type: string;
  config: ProductConfig;
  tenant_id: string;
  /** Increases by one with each publication. */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  [name: string]: unknown;
}

export type ProjectionName =
  | 'loan_activity'
  | 'ledger_activity'
  | 'product_publication'
  | 'account_lists'
  | 'account_name_lists'
  | 'journal_lists';

export interface ProjectionStatus {
  projection_name:
    | 'loan_activity'
    | 'ledger_activity'
    | 'product_publication'
    | 'account_lists'
    | 'account_name_lists'
    | 'journal_lists'
    | 'general_ledger';
  /** The newest event applied. */
  last_event_id?: string;
  last_occurred_at?: Timestamp;
  updated_at?: Timestamp;
  /** The age of the oldest event that is not applied yet; 0 when all are. */
  lag_seconds?: number;
  /** The number of events that could not be applied so far. 500 of a tenant are counted one by one, and all others as one more until the projection is rebuilt. */
  failing_events?: number;
}

/** A record of a read model. It is built from events, so it may lag behind; the status reports the lag. */
export interface Projection {
  projection_name: ProjectionName;
  /** The loan, journal entry or product that the record describes. */
  entity_id: string;
  /** docs/projections.md describes the payload of each projection. */
  payload: {
    [name: string]: unknown;
  };
  /** The newest event that the record includes. */
  last_event_id?: string;
  last_event_type?: string;
  /** The version of the aggregate after that event. */
  last_event_version?: number;
  updated_at?: Timestamp;
}

export interface Receipt {
  idempotency_key: string;
  /** The operation that the request called. */
  operation: string;
  /** The operator or service that made the request. */
  actor: string;
  correlation_id: string;
  at: Timestamp;
  /** The first answer, which each repetition gets. The record may have changed since. */
  answer: {
    status: number;
    /** As the operation answers it. */
    body: unknown;
  };
}

export interface RecordExportDelivery {
  /** The reference under which the authority received the export. */
  authority_reference: string;
  delivered_at: string;
}

export interface RecordVersionPage {
  items: RecordVersion[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface RecordVersion {
  /** From 1 without gaps. */
  version: number;
  /** The event that carries the version: what happened to the noun. */
  event_type: string;
  changed_at: Timestamp;
  /** The operator or the service whose request made the change, by id; of an approval, the checker; of a change request, its maker. */
  changed_by: string;
  /** The operation of that request, or the task of a batch. */
  operation: string;
  /** The receipt of the change, which is the id of its audit event. */
  receipt_id: string;
  /** The request whose approval made the change. Absent if one operator made it. */
  request_id?: string;
  /** The maker of that request, by id. */
  requested_by?: string;
  correlation_id: string;
  /** The whole noun after the change, as its operations showed it then; a version from before an upgrade may lack later members. */
  content: {
    [name: string]: unknown;
  };
}

export interface RedriveWebhook {
  /** The events to send again, whatever became of them. Without it, the oldest hundred whose delivery is DEAD. */
  event_ids?: [string, ...string[]];
}

/** What an auditor checks an export against (docs/exports.md). */
export interface RegulatoryExportManifest {
  /** 2; 1 in exports from before ledger lines and postings had their own columns and totals. */
  manifest_version: 1 | 2;
  tenant_id: string;
  batch_id: string;
  requested_by: string;
  requested_at: Timestamp;
  correlation_id: string;
  period: {
    from: CalendarDate;
    to: CalendarDate;
  };
  legal_basis_code: string;
  retention_until: CalendarDate;
  /** The export has what was posted before this time. */
  watermark: string;
  format: string;
  /** Why the export is in this format, in a sentence. Absent in version 1. */
  format_reason?: string;
  /** The character set of the artifact. */
  encoding?: 'UTF-8' | 'ISO-8859-15' | 'US-ASCII';
  artifact: BatchArtifact;
  /** The parts of the artifact, from its first byte to its last. */
  parts: {
    number: number;
    offset: number;
    size_bytes: number;
    /** Hexadecimal. */
    sha256: string;
  }[];
  control_totals: {
    journal_entries: number;
    ledger_lines: number;
    account_postings: number;
    total_debits: LedgerTotal;
    total_credits: LedgerTotal;
    by_currency: {
      currency: string;
      total_debits: LedgerTotal;
      total_credits: LedgerTotal;
    }[];
    general_ledger?: ExportSideTotals;
    postings?: ExportSideTotals;
  };
  /** Who the ids in the artifact and in this manifest stand for, as the directory knew when the export was made. Absent in manifests of earlier versions. */
  operators?: {
    id: string;
    /** Absent where the directory has none. */
    name?: string;
  }[];
  /** Present where operators lacks some of those whose ids the artifact has. */
  operators_incomplete?: true;
  /** The newest checkpoint of the evidence log when the manifest was written. Absent before there was a log, and while it has no checkpoint. */
  evidence?: {
    /** Identifies the log; the name of its key. */
    origin: string;
    /** The signed note, verbatim. */
    checkpoint: string;
    /** Whether the checkpoint covers all entries of the export. False when the log was not sealed in time, where a later checkpoint does, and for a period that began before there was a log. */
    covers_period?: boolean;
  };
  /** The description that accompanies a FEC. */
  description?: {
    filename: string;
    size_bytes: number;
    checksum: {
      algorithm: 'SHA-256';
      /** Hexadecimal, as sha256sum prints it. */
      value: string;
    };
  };
}

export interface Rejection {
  reason: RequestReason;
}

export interface ReplaceControls {
  /** All controls of the tenant; an empty list removes them. */
  controls: Control[];
  reason?: RequestReason;
}

export interface ReplacePostingTemplate {
  name: string;
  description?: string;
  lines: [TemplateLine, TemplateLine, ...TemplateLine[]];
  postings?: TemplatePosting[];
  /** The version that this one replaces. */
  version: number;
}

export interface ReplaceWebhook {
  /** An https address with the public name of a host. It is stored in receipts for good: put no secret into it. */
  url: string;
  event_types: [WebhookEventType, ...WebhookEventType[]];
  description?: string;
  /** A webhook that is not enabled gets no events; those of the meantime are not sent later. */
  enabled?: boolean;
  /** The version that this one replaces. */
  version: number;
}

export interface RequestCounts {
  /** The requests that wait, that another operator has made, and that the caller may decide; 0 without `finance.approve`. */
  decidable: number;
  /** The caller's own requests that wait. */
  mine: number;
  /** `false`: there may be more than a count says, because it counts up to 1,000, or the requests are too large to count all of them. */
  is_exact: boolean;
}

/** ACCOUNT_LIFECYCLE, FINANCIAL_ADJUSTMENT, GENERAL_LEDGER: requests of these names. CHANGE: change requests. */
export type RequestKind =
  'ACCOUNT_LIFECYCLE' | 'FINANCIAL_ADJUSTMENT' | 'GENERAL_LEDGER' | 'CHANGE';

export type RequestReason = string;

export interface RequestRegulatoryExport {
  /** The first UTC day. */
  period_from: string;
  /** The last UTC day. A period that is not over is exported up to the present. */
  period_to: string;
  /** The legal basis of the export, free text on one line, which determines the format unless `format` does (docs/exports.md). With FEC, add the SIREN of the institution, after which the file is named. */
  legal_basis_code: string;
  /** The last UTC day on which the export cannot be deleted; it must be after the period and after the day of the request. */
  retention_until: string;
  /** The format of the export; by default the legal basis chooses, CSV if it is unknown. A legal basis that requires a format refuses every other with 400 `invalid_format`. */
  format?: 'csv' | 'fec';
  /** The character set of a FEC; UTF-8 by default. Every other export is in UTF-8. */
  encoding?: 'UTF-8' | 'ISO-8859-15' | 'US-ASCII';
}

export interface RequestSummaryPage {
  items: RequestSummary[];
  /** Absent on the last page. */
  next_cursor?: string;
  /** Present where the page is shorter than `limit` and there may be more: every request that was submitted after this time, or before it where the oldest come first, has been examined. Read on with `next_cursor`. */
  searched_until?: Timestamp;
}

export interface RequestSummary {
  id: string;
  kind: RequestKind;
  /** The operation of the maker's request, which an approval carries out. */
  operation: string;
  /** The transition, the type of adjustment, or the change of the general ledger; absent for a change request. */
  type?:
    | 'FREEZE'
    | 'UNFREEZE'
    | 'CLOSE'
    | 'REVERSAL'
    | 'CORRECTION'
    | 'PERIOD_CLOSE'
    | 'PERIOD_REOPEN'
    | 'YEAR_CLOSE'
    | 'SETTINGS_CHANGE';
  /** What the request is about: the id of an account or of the record to adjust, an accounting period or `settings`, or the operation of a change request. */
  subject: string;
  /** Names the subject for people: the name of the account, the description of the entry or, without one, its account codes, and so on. */
  subject_label: string;
  /** What the request moves, or what the record to adjust has moved: the larger of its ledger lines and its postings. Fees that rules would charge are not in it. Absent where a request moves no money, or several currencies. */
  amount?: LedgerTotal;
  /** The currency of `amount`; absent if the request names none. */
  currency?: Currency;
  control?: CatchingControl;
  status: DecisionStatus;
  reason: RequestReason;
  /** The maker: the id of an operator. */
  requested_by: string;
  /** The maker's name, as the directory has it at present; absent where it has none. */
  requested_by_name?: string;
  /** The checker: the id of an operator. */
  decided_by?: string;
  decision_reason?: string;
  /** Why an approved request could not be applied. */
  failure_reason?: string;
  /** The correlation id of the submission. */
  correlation_id: string;
  created_at: Timestamp;
  decided_at?: Timestamp;
  applied_at?: Timestamp;
}

/** Any object, stored as written. DENY acts, with a `message` or a default one; CHARGE_FEE acts when it has an `amount` above zero and an `income_account_code`; every other action is reported as matched and has no effect on money. */
export interface RuleAction {
  [name: string]: unknown;
}

export interface RuleChange {
  condition?: RuleCondition;
  action?: RuleAction;
  /** Rules with a lower priority are evaluated first. Unchanged if absent. */
  priority?: number;
  enabled?: boolean;
  /** POSTING, LOAN_TRANSACTION; rules with other names are evaluated only on request. Unchanged if absent. */
  applies_to?: string[];
}

/** Whether a product rule whose condition has warnings is accepted with them, or refused. REPORTED while absent. */
export type RuleConditionMode = 'REPORTED' | 'STRICT';

/** A condition in CEL (docs/rules.md); an empty one is always true. */
export type RuleCondition = string;

export interface RuleError {
  message: string;
  line: number;
  column: number;
  offset: number;
}

export interface RuleEvaluation {
  product_id: string;
  applies_to: string;
  decision: 'ALLOW' | 'DENY';
  denied_by?: string;
  /** In the order of evaluation. */
  rules: RuleOutcome[];
  /** What the rules would have done on the newest postings of the product's accounts; only if the request has newest_postings. */
  newest_postings?: {
    /** Newest first. */
    items: PostingEvaluation[];
    /** How many of the newest journal entries of the tenant were searched for such postings. */
    entries_read: number;
    /** Whether there are older journal entries that were not searched. */
    has_more: boolean;
  };
}

export interface RuleOutcome {
  rule_id: string;
  /** SKIPPED if the rule is disabled or applies to something else. */
  outcome: 'MATCHED' | 'NOT_MATCHED' | 'ERROR' | 'SKIPPED';
  matched: boolean;
  /** Rules with a lower priority are evaluated first. */
  priority: number;
  enabled: boolean;
  /** POSTING, LOAN_TRANSACTION; rules with other names are evaluated only on request. */
  applies_to: string[];
  action: RuleAction;
  /** What the action does when the rule matches. NONE: the match is reported and nothing else. */
  effect: 'DENY' | 'CHARGE_FEE' | 'NONE';
  error?: RuleError;
  /** The cost of the evaluation, in steps. */
  steps: number;
}

/** The values of the variables that conditions may use, by name; amounts are decimal strings. */
export interface RuleSample {
  account?: {
    [name: string]: unknown;
  };
  posting?: {
    [name: string]: unknown;
  };
  journal_entry?: {
    [name: string]: unknown;
  };
  loan?: {
    [name: string]: unknown;
  };
  transaction?: {
    [name: string]: unknown;
  };
  context?: {
    [name: string]: unknown;
  };
  amount?: Amount;
  currency?: Currency;
  now?: Timestamp;
  [name: string]: unknown;
}

/** A part of a rule's condition that can never be evaluated: when the rule is judged on what it applies to, the error denies. */
export interface RuleWarning {
  /** JSON pointer to the member that holds the expression. */
  expression: string;
  message: string;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** From 0, in the whole text. */
  offset: number;
}

export interface Rule {
  id: string;
  tenant_id: string;
  product_id: string;
  rule_type: string;
  condition: RuleCondition;
  action: RuleAction;
  /** Rules with a lower priority are evaluated first. */
  priority: number;
  enabled: boolean;
  /** POSTING, LOAN_TRANSACTION; rules with other names are evaluated only on request. */
  applies_to: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A product rule that did not judge an entry, because its condition could not be evaluated and the tenant skips failing rules. */
export interface SkippedRule {
  product_id: string;
  rule_id: string;
  /** The postings that the rule did not judge, by their position in the entry, from 1. Absent if it did not judge the loan transaction. */
  positions?: number[];
  /** Why the condition could not be evaluated; for several postings, on the first of them. */
  error: RuleError;
}

export interface StatementPage {
  items: AccountEntry[];
  /** The balance before the first entry of the whole period, on every page; absent without from and to. */
  opening_balance?: Balance;
  /** The balance after the last entry of the whole period posted so far, on every page; absent without from and to. */
  closing_balance?: Balance;
  /** Absent on the last page. */
  next_cursor?: string;
}

/** An action that a step of a workflow requests from other systems. */
export interface StepEvent {
  execution_id: string;
  workflow_id: string;
  trigger: string;
  step: {
    order: number;
    name: string;
    action: string;
  };
  /** The parameters of the step, with its templates evaluated. */
  parameters: {
    [name: string]: unknown;
  };
}

export interface StepResult {
  order: number;
  name: string;
  action: string;
  /** DISPATCHED: an event was emitted for the institution's own handler. SKIPPED: the condition was false. */
  status: 'EXECUTED' | 'SKIPPED' | 'DISPATCHED';
  /** The output of the step; absent if it was skipped. */
  output?: {
    [name: string]: unknown;
  };
}

export interface SystemState {
  /** The version of the product that is deployed. */
  version: string;
  evidence_log: {
    /** The number of receipts that the newest checkpoint of the tenant's evidence log covers; 0 before the first. */
    size: number;
    /** When that checkpoint was published. A log grows only when there are new receipts. Absent before the first. */
    sealed_at?: Timestamp;
  };
  /** What the newest nightly verification found in the records of the tenant; absent before the first. */
  verification?: {
    verified_at: Timestamp;
    /** False when its time ran out before the end: there may be more differences. */
    finished: boolean;
    /** The number of stored values that differ from the derived ones. */
    differences: number;
  };
  /** The progress and lag of each projection of the tenant. */
  projections: ProjectionStatus[];
  /** The oldest events of the tenant that could not be applied so far; `projections` has the number of all. */
  failing_events: {
    id: string;
    occurred_at: Timestamp;
    /** The read models that lack the event. */
    projections: string[];
  }[];
}

/** One line of the general ledger: with an amount or with a placeholder for it. */
export interface TemplateLine {
  account_code: AccountCode;
  side: Direction;
  amount?: Amount;
  /** The name of an amount above zero that is given each time: the same in each line and posting that names it. */
  placeholder?: string;
}

export interface TemplatePosting {
  /** Absent if the account is chosen each time. */
  account_id?: string;
  direction: Direction;
  amount?: Amount;
  /** The name of an amount above zero that is given each time: the same in each line and posting that names it. */
  placeholder?: string;
  reference?: string;
}

export interface TenantProductConfiguration {
  jurisdiction: string;
  /** The template from which the configuration was generated: DEFAULT for a jurisdiction without one. */
  template?: string;
  products: Product[];
  /** Increases by one each time the configuration is generated. */
  version?: number;
  generated_at?: Timestamp;
  [name: string]: unknown;
}

/** A control account in one currency. */
export interface TieOutRow {
  /** The account_code of the ledger lines. */
  code: string;
  /** The name in the chart of accounts; absent if the chart does not have the code. */
  name?: string;
  /** The type in the chart of accounts; absent if the chart does not have the code. */
  type?: GeneralLedgerAccountType;
  /** What the code controls by the newest versions of the products; empty if it no longer controls anything. */
  controls: ControlledGroup[];
  currency: Currency;
  /** Debits minus credits of the ledger lines, as in the trial balance. */
  general_ledger_balance: LedgerBalance;
  /** The balances of the accounts, or the outstanding amounts of the loans, that the code controls, with the sign of the general ledger: what the institution owes is negative. A posting belongs to the control account that its product had at the time. */
  sub_ledger_balance: LedgerBalance;
  /** general_ledger_balance minus sub_ledger_balance. */
  difference: LedgerBalance;
  /** The number of journal entries up to that day with control_differences on the code, reversals included. GET /api/journal-entries?control_difference= lists them. */
  differing_entries: number;
}

/** The sums of all control accounts in one currency. Differences of opposite signs cancel each other in them. */
export interface TieOutTotal {
  currency: Currency;
  /** Debits minus credits of the ledger lines, as in the trial balance. */
  general_ledger_balance: LedgerBalance;
  /** The balances of the accounts, or the outstanding amounts of the loans, that the code controls, with the sign of the general ledger: what the institution owes is negative. A posting belongs to the control account that its product had at the time. */
  sub_ledger_balance: LedgerBalance;
  /** general_ledger_balance minus sub_ledger_balance. */
  difference: LedgerBalance;
  /** The number of control accounts whose difference is not 0.00. */
  differing_codes: number;
}

export interface TieOut {
  /** By code and currency; codes without a line and without a difference up to that day are left out. */
  items: TieOutRow[];
  /** The last accounting date. */
  as_of: CalendarDate;
  /** Per currency, over all pages. */
  totals: TieOutTotal[];
  /** How far the projection had come when its counters were read. */
  projection: ProjectionStatus;
  /** Absent on the last page. */
  next_cursor?: string;
}

/** The name of an IANA time zone. The accounting date of an entry without effective_date is today in this zone. */
export type TimeZone = string;

/** RFC 3339, UTC, milliseconds. */
export type Timestamp = string;

export interface TransactionPage {
  items: Transaction[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface Transaction {
  id: string;
  loan_id: string;
  type: LoanTransactionType;
  amount: Amount;
  currency: Currency;
  allocation: Allocation;
  journal_entry_id: string;
  /** The transaction that this one reverses. */
  reverses_transaction_id?: string;
  /** The transaction that this one replaces. */
  replaces_transaction_id?: string;
  /** The transaction that reverses this one; only shown when a single transaction is read. */
  reversed_by?: string;
  /** The id of the operator who posted it. */
  posted_by: string;
  correlation_id: string;
  posted_at: Timestamp;
}

/** The movement of one account code in one currency. */
export interface TrialBalanceRow {
  /** The account_code of the ledger lines. */
  code: string;
  /** The name in the chart of accounts; absent if the chart does not have the code. */
  name?: string;
  /** The type in the chart of accounts; absent if the chart does not have the code. */
  type?: GeneralLedgerAccountType;
  currency: Currency;
  /** The balance before the period; 0.00 without from. */
  opening: LedgerBalance;
  /** The debits of the period. */
  debits: LedgerTotal;
  /** The credits of the period. */
  credits: LedgerTotal;
  /** The balance after the period: opening plus debits minus credits. */
  closing: LedgerBalance;
}

/** The sums of all account codes in one currency. */
export interface TrialBalanceTotal {
  currency: Currency;
  /** The balance before the period; 0.00 without from. */
  opening: LedgerBalance;
  /** The debits of the period. */
  debits: LedgerTotal;
  /** The credits of the period. */
  credits: LedgerTotal;
  /** The balance after the period: opening plus debits minus credits. */
  closing: LedgerBalance;
  /** Debits minus credits: 0.00. */
  difference: LedgerBalance;
}

export interface TrialBalance {
  /** By code and currency; codes without a line up to the end of the period are left out. */
  items: TrialBalanceRow[];
  /** The first accounting date; absent for the start of the ledger. */
  from?: CalendarDate;
  /** The last accounting date. */
  to: CalendarDate;
  /** Per currency, over all pages. */
  totals: TrialBalanceTotal[];
  /** How far the projection had come when its counters were read. */
  projection: ProjectionStatus;
  /** Absent on the last page. */
  next_cursor?: string;
}

/** The settings to change; one that is absent keeps its value. */
export interface UpdateGeneralLedgerSettings {
  base_currency?: BaseCurrency;
  time_zone?: TimeZone;
  chart?: ChartMode;
  control_accounts?: ControlAccountMode;
  effective_date_window?: EffectiveDateWindow;
  rule_conditions?: RuleConditionMode;
  failing_rules?: FailingRuleMode;
  /** Why, for the operator who decides, if the change takes two. */
  reason?: RequestReason;
}

export interface WebhookAttempt {
  at: Timestamp;
  milliseconds: number;
  /** The status of the answer; absent if none came. */
  status?: number;
  /** Why no answer came. */
  error?: string;
  /** The beginning of an answer that is not 2xx. */
  excerpt?: string;
}

export interface WebhookDeliveryPage {
  items: WebhookDelivery[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export type WebhookDeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD';

export interface WebhookDelivery {
  event_id: string;
  webhook_id: string;
  event_type: string;
  aggregate_id: string;
  state: WebhookDeliveryState;
  /** Why no attempt follows; only of one that is DEAD. */
  failure?:
    | 'ATTEMPTS_EXHAUSTED'
    | 'RECEIVER_GONE'
    | 'WEBHOOK_SUSPENDED'
    | 'WEBHOOK_DISABLED'
    | 'WEBHOOK_DELETED'
    | 'EVENT_NOT_FOUND';
  created_at: Timestamp;
  /** Only of one that is PENDING. */
  next_attempt_at?: Timestamp;
  delivered_at?: Timestamp;
  /** The newest twenty, oldest first. */
  attempts: WebhookAttempt[];
}

/** The type of an event, or `*` for the events of every type, those of later versions included. */
export type WebhookEventType =
  | '*'
  | 'account.created'
  | 'account.metadata_replaced'
  | 'account.status_changed'
  | 'adjustment_request.applied'
  | 'adjustment_request.failed'
  | 'adjustment_request.rejected'
  | 'adjustment_request.submitted'
  | 'change_request.applied'
  | 'change_request.failed'
  | 'change_request.rejected'
  | 'change_request.submitted'
  | 'controls.replaced'
  | 'entity_schema.published'
  | 'general_ledger_account.created'
  | 'general_ledger_account.updated'
  | 'general_ledger_period.closed'
  | 'general_ledger_period.closing'
  | 'general_ledger_period.failed'
  | 'general_ledger_period.reopened'
  | 'general_ledger_settings.updated'
  | 'journal_entry.posted'
  | 'legacy_import.completed'
  | 'legacy_import.failed'
  | 'legacy_import.requested'
  | 'legacy_import.started'
  | 'lifecycle_request.applied'
  | 'lifecycle_request.failed'
  | 'lifecycle_request.rejected'
  | 'lifecycle_request.submitted'
  | 'loan.adjusted'
  | 'loan.created'
  | 'loan_transaction.posted'
  | 'notification.requested'
  | 'period_close.applied'
  | 'period_close.failed'
  | 'period_close.rejected'
  | 'period_close.submitted'
  | 'period_reopening.applied'
  | 'period_reopening.failed'
  | 'period_reopening.rejected'
  | 'period_reopening.submitted'
  | 'policy.rule_matched'
  | 'posting_template.created'
  | 'posting_template.deleted'
  | 'posting_template.replaced'
  | 'product.published'
  | 'regulatory_export.completed'
  | 'regulatory_export.delivered'
  | 'regulatory_export.failed'
  | 'regulatory_export.requested'
  | 'regulatory_export.started'
  | 'rule.created'
  | 'rule.deleted'
  | 'rule.updated'
  | 'settings_change.applied'
  | 'settings_change.rejected'
  | 'settings_change.submitted'
  | 'webhook.created'
  | 'webhook.deleted'
  | 'webhook.redriven'
  | 'webhook.replaced'
  | 'webhook.secret_rotated'
  | 'webhook.tested'
  | 'workflow.action_dispatched'
  | 'workflow.created'
  | 'workflow.event_emitted'
  | 'workflow.executed'
  | 'year_close.applied'
  | 'year_close.failed'
  | 'year_close.rejected'
  | 'year_close.submitted';

export interface WebhookList {
  items: Webhook[];
}

export interface WebhookRedrive {
  webhook_id: string;
  event_ids: string[];
  /** Whether other deliveries of the webhook are DEAD: redrive again. */
  has_more: boolean;
}

export interface WebhookSecret {
  secret: string;
  secret_version: number;
  /** After that, only a rotation yields a secret. */
  shown_until: Timestamp;
}

export interface Webhook {
  id: string;
  url: string;
  event_types: string[];
  description?: string;
  enabled: boolean;
  /** Counts the rotations of the secret. */
  secret_version: number;
  secret_created_at: Timestamp;
  /** Until then, the secret before signs too. */
  previous_secret_until?: Timestamp;
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Only in the answer and the event of its deletion. */
  deleted_at?: Timestamp;
  /** Since when every attempt to send has failed; absent if the last one did not. Only in reads. */
  failing_since?: Timestamp;
  /** Since when nothing is sent, because the receiver failed for five days or answered 410. A change of the webhook ends it. Only in reads. */
  suspended_at?: Timestamp;
}

export interface Withdrawal {
  /** The maker's own words; without them the `decision_reason` is `Withdrawn by its maker.` */
  reason?: string;
}

export interface WorkflowExecutionPage {
  items: WorkflowExecution[];
  /** Absent on the last page. */
  next_cursor?: string;
}

export interface WorkflowExecution {
  id: string;
  workflow_id: string;
  /** A failed execution has no effect and leaves no record. */
  status: 'COMPLETED';
  steps: StepResult[];
  /** The context after the last step. */
  context: {
    [name: string]: unknown;
  };
  /** The id of the operator who executed it. */
  executed_by: string;
  correlation_id: string;
  started_at: Timestamp;
  finished_at: Timestamp;
}

export interface WorkflowStep {
  /** Steps are executed in ascending order; no two steps have the same. */
  order: number;
  name: string;
  /** POST_JOURNAL_ENTRY, CHARGE_FEE, POST_LOAN_TRANSACTION, SUBMIT_STATUS_TRANSITION, SUBMIT_ADJUSTMENT, SEND_NOTIFICATION, EMIT_EVENT, SET_CONTEXT; any other is dispatched as an event. */
  action: string;
  /** The parameters of the action. Texts may contain `${CEL}` over `context`, earlier `steps` and `now`. */
  parameters: {
    [name: string]: unknown;
  };
  /** A condition in CEL; the step is skipped if it is false, and always executed if it is empty. */
  condition?: string;
}

export interface Workflow {
  id: string;
  tenant_id: string;
  name: string;
  trigger: string;
  steps: WorkflowStep[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The closing of a fiscal year: the journal entries that its approval posts. */
export interface YearClosing {
  /** The first accounting period of the year. */
  year: AccountingPeriodMonth;
  equity_account_code: AccountCode;
  reference?: string;
  /** One entry for each currency. */
  entries: ClosingEntry[];
  /** The accounts, counted once for each currency, that the entries have no room for: close the year again for them. */
  remaining_accounts: number;
}

export interface ApproveGeneralLedgerRequestRequest {
  path: {
    requestId: string;
  };
  body: Approval;
}

export type ApproveGeneralLedgerRequestResponse = GeneralLedgerRequest;

export interface CloseGeneralLedgerPeriodRequest {
  path: {
    period: AccountingPeriodMonth;
  };
  body: {
    reason: RequestReason;
  };
}

export type CloseGeneralLedgerPeriodResponse = GeneralLedgerRequest;

export interface CloseGeneralLedgerYearRequest {
  path: {
    /** The first accounting period of the year. Once a year is closed, all years start in the same month. */
    year: AccountingPeriodMonth;
  };
  body: {
    /** The equity account that takes the result of the year. */
    equity_account_code: AccountCode;
    /** Part of the description of the entries. */
    reference?: string;
    reason: RequestReason;
  };
}

export type CloseGeneralLedgerYearResponse = GeneralLedgerRequest;

export interface GetGeneralLedgerPeriodRequest {
  path: {
    /** A month of accounting dates. */
    period: string;
  };
}

export type GetGeneralLedgerPeriodResponse = AccountingPeriod;

export interface GetGeneralLedgerRequestRequest {
  path: {
    requestId: string;
  };
}

export type GetGeneralLedgerRequestResponse = GeneralLedgerRequest;

export interface ListGeneralLedgerPeriodsRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListGeneralLedgerPeriodsResponse = AccountingPeriodPage;

export interface ListGeneralLedgerRequestsRequest {
  query: {
    status?: DecisionStatus;
    kind?: GeneralLedgerRequestKind;
    period?: AccountingPeriodMonth;
    cursor?: string;
    limit: number;
  };
}

export type ListGeneralLedgerRequestsResponse = GeneralLedgerRequestPage;

export interface RejectGeneralLedgerRequestRequest {
  path: {
    requestId: string;
  };
  body: Rejection;
}

export type RejectGeneralLedgerRequestResponse = GeneralLedgerRequest;

export interface ReopenGeneralLedgerPeriodRequest {
  path: {
    period: AccountingPeriodMonth;
  };
  body: {
    reason: RequestReason;
  };
}

export type ReopenGeneralLedgerPeriodResponse = GeneralLedgerRequest;

export interface WithdrawGeneralLedgerRequestRequest {
  path: {
    requestId: string;
  };
  body: Withdrawal;
}

export type WithdrawGeneralLedgerRequestResponse = GeneralLedgerRequest;

export interface CreateAccountRequest {
  body: {
    customer_id: string;
    product_id: string;
    name: string;
    currency: Currency;
    /** The account's identifier in your own systems, unique in the tenant. It never changes. */
    external_id?: string;
    metadata?: AccountMetadata;
  };
}

export type CreateAccountResponse = Account;

export interface GetAccountBalanceRequest {
  path: {
    accountId: string;
  };
  query: {
    /** Answers the balance after the last entry posted at or before this instant instead of the present one; 0.00 before the first entry. Write the + of an offset as %2B. */
    as_of?: string;
  };
}

export type GetAccountBalanceResponse = AccountBalance;

export interface GetAccountStatementRequest {
  path: {
    accountId: string;
  };
  query: {
    /** Inclusive. */
    from?: string;
    /** Inclusive. */
    to?: string;
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type GetAccountStatementResponse = StatementPage;

export interface GetAccountRequest {
  path: {
    accountId: string;
  };
}

export type GetAccountResponse = Account;

export interface ListAccountsRequest {
  query: {
    /** Only accounts of this customer. */
    customer_id?: string;
    /** Only accounts of this product. */
    product_id?: string;
    /** Only accounts in this status. */
    status?: AccountStatus;
    /** Only the account with this external_id. Never stale. */
    external_id?: string;
    /** Only accounts whose name starts so, whatever the case and the accents; in the order of names. */
    name_prefix?: string;
    ids?: IdList;
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListAccountsResponse = Account[];

export interface ReplaceAccountMetadataRequest {
  path: {
    accountId: string;
  };
  body: {
    metadata: AccountMetadata;
  };
}

export type ReplaceAccountMetadataResponse = Account;

export interface ApproveFinancialAdjustmentRequestRequest {
  path: {
    requestId: string;
  };
  body: Approval;
}

export type ApproveFinancialAdjustmentRequestResponse = FinancialAdjustmentRequest;

export interface GetFinancialAdjustmentRequestRequest {
  path: {
    requestId: string;
  };
}

export type GetFinancialAdjustmentRequestResponse = FinancialAdjustmentRequest;

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

export type ListFinancialAdjustmentRequestsResponse = FinancialAdjustmentRequestPage;

export interface PreviewFinancialAdjustmentRequest {
  body: PreviewedAdjustment;
}

export type PreviewFinancialAdjustmentResponse = DecisionPreview;

export interface RejectFinancialAdjustmentRequestRequest {
  path: {
    requestId: string;
  };
  body: Rejection;
}

export type RejectFinancialAdjustmentRequestResponse = FinancialAdjustmentRequest;

export interface SubmitFinancialAdjustmentRequestRequest {
  body: CreateFinancialAdjustment;
}

export type SubmitFinancialAdjustmentRequestResponse = FinancialAdjustmentRequest;

export interface WithdrawFinancialAdjustmentRequestRequest {
  path: {
    requestId: string;
  };
  body: Withdrawal;
}

export type WithdrawFinancialAdjustmentRequestResponse = FinancialAdjustmentRequest;

export interface GetOperatorRequest {
  path: {
    operatorId: string;
  };
}

export type GetOperatorResponse = Operator;

export interface GetReceiptRequest {
  path: {
    /** The Idempotency-Key of the request. */
    key: string;
  };
}

export type GetReceiptResponse = Receipt;

export interface ListAuditEventsRequest {
  query: {
    /** Inclusive. */
    from?: string;
    /** Inclusive. */
    to?: string;
    /** The id of an operator or a service, or the name of an administrator. */
    actor?: string;
    /** An operation of this contract, a task of a batch, or the name of an administrative change. */
    operation?: string;
    /** The identifier of any record that the change names. */
    subject?: string;
    cursor?: string;
    limit: number;
  };
}

export type ListAuditEventsResponse = AuditEventPage;

export interface ListOperatorsRequest {
  query: {
    ids?: IdList;
    cursor?: string;
    limit: number;
  };
}

export type ListOperatorsResponse = OperatorPage;

export interface GetLegacyBatchArtifactRequest {
  path: {
    batchId: string;
  };
  query: {
    /** link: a link to the file, in JSON, however small it is. */
    as?: 'link';
    /** The artifact itself, its checksum in the format of sha256sum, the manifest, the signature of the manifest, or the description that accompanies a FEC. */
    file: 'artifact' | 'checksum' | 'manifest' | 'signature' | 'description';
  };
}

export type GetLegacyBatchArtifactResponse =
  string | RegulatoryExportManifest | LegacyImportManifest | ArtifactLink;

export interface GetLegacyBatchRequest {
  path: {
    batchId: string;
  };
}

export type GetLegacyBatchResponse = Batch;

export interface ListExportSchedulesRequest {}

export type ListExportSchedulesResponse = ExportScheduleList;

export interface ListLegacyBatchRejectionsRequest {
  path: {
    batchId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListLegacyBatchRejectionsResponse = ImportRejectionPage;

export interface ListLegacyBatchesRequest {
  query: {
    type?: BatchType;
    status?: BatchStatus;
    cursor?: string;
    limit: number;
  };
}

export type ListLegacyBatchesResponse = BatchPage;

export interface RecordExportDeliveryRequest {
  path: {
    batchId: string;
  };
  body: RecordExportDelivery;
}

export type RecordExportDeliveryResponse = Batch;

export interface RequestRegulatoryExportRequest {
  body: RequestRegulatoryExport;
}

export type RequestRegulatoryExportResponse = Batch;

export interface RunExportScheduleRequest {
  path: {
    scheduleId: string;
  };
}

export type RunExportScheduleResponse = Batch;

export interface SubmitLegacyImportRequest {
  body: LegacyImport;
}

export type SubmitLegacyImportResponse = Batch;

export interface EvaluateControlsRequest {
  body: {
    /** Controls to try instead of those that apply. */
    controls?: Control[];
    /** How many of the newest postings of the journal they are tried on. */
    newest_entries?: number;
  };
}

export type EvaluateControlsResponse = ControlEvaluation;

export interface PreviewConfigurationChangeRequest {
  body: ConfigurationChange;
}

export type PreviewConfigurationChangeResponse = DecisionPreview;

export interface ApproveChangeRequestRequest {
  path: {
    requestId: string;
  };
  body: Approval;
}

export type ApproveChangeRequestResponse = ChangeRequest;

export interface CountRequestsRequest {}

export type CountRequestsResponse = RequestCounts;

export interface GetChangeRequestRequest {
  path: {
    requestId: string;
  };
}

export type GetChangeRequestResponse = ChangeRequest;

export interface GetControlsRequest {}

export type GetControlsResponse = Controls;

export interface ListChangeRequestsRequest {
  query: {
    status?: DecisionStatus;
    operation?: ChangeRequestOperation;
    cursor?: string;
    limit: number;
  };
}

export type ListChangeRequestsResponse = ChangeRequestPage;

export interface ListRequestsRequest {
  query: {
    status?: DecisionStatus;
    kind?: RequestKind;
    /** `true`: the requests that the caller has made; `false`: those of others, which the caller may approve. */
    mine?: 'true' | 'false';
    subject?: string;
    /** Only the requests that this operator or service has made. */
    maker?: string;
    /** `true`: what the caller can decide now: it waits, another operator has made it, and the caller holds `finance.approve`; `false`: all the rest. */
    decidable?: 'true' | 'false';
    /** Only requests of at least this amount, in any currency unless `currency` names one. */
    amount_from?: Amount;
    /** Only requests of at most this amount. */
    amount_to?: Amount;
    /** Only requests with an amount in this currency. */
    currency?: Currency;
    /** The time of the first submission, inclusive. */
    from?: string;
    /** The time of the last submission, inclusive. */
    to?: string;
    /** `desc`, the default: newest first; `asc`: oldest first. */
    order?: 'asc' | 'desc';
    cursor?: string;
    limit: number;
  };
}

export type ListRequestsResponse = RequestSummaryPage;

export interface PreviewRequestRequest {
  path: {
    requestId: string;
  };
}

export type PreviewRequestResponse = DecisionPreview;

export interface RejectChangeRequestRequest {
  path: {
    requestId: string;
  };
  body: Rejection;
}

export type RejectChangeRequestResponse = ChangeRequest;

export interface ReplaceControlsRequest {
  body: ReplaceControls;
}

export type ReplaceControlsResponse = ChangeRequest;

export interface WithdrawChangeRequestRequest {
  path: {
    requestId: string;
  };
  body: Withdrawal;
}

export type WithdrawChangeRequestResponse = ChangeRequest;

export interface GetEvidenceCheckpointRequest {}

/** A signed note (C2SP tlog-checkpoint): origin, number of leaves, root, an empty line and the signatures. */
export type GetEvidenceCheckpointResponse = string;

export interface GetEvidenceConsistencyRequest {
  query: {
    /** The size of the earlier checkpoint. */
    from: number;
    /** The size of the later checkpoint; by default that of the newest one. */
    to?: number;
  };
}

export interface GetEvidenceConsistencyResponse {
  /** Identifies the log for good. */
  origin: string;
  from: {
    /** The number of leaves. */
    size: number;
    /** The root of the tree of these leaves: SHA-256, Base64. */
    root: string;
  };
  to: {
    size: number;
    root: string;
  };
  /** The consistency proof of RFC 6962, section 2.1.2: hashes in Base64. Compare the roots with those of checkpoints whose signatures you have verified. */
  proof: string[];
}

export interface GetEvidenceKeyRequest {}

/** A line: the name of the key, its id and the public key, with plus signs between them (C2SP signed-note). */
export type GetEvidenceKeyResponse = string;

export interface GetEvidenceProofRequest {
  path: {
    /** A journal entry (`jrn_…`) or a receipt (`rcp_…`), which is the id of an audit event. */
    id: string;
  };
  query: {
    /** The time of the receipt, as its audit event states it. Required for a receipt; a journal entry needs none. */
    at?: string;
  };
}

/** A proof file (C2SP tlog-proof@v1): the entry in `extra`, its index, the inclusion proof and the newest checkpoint. */
export type GetEvidenceProofResponse = string;

export interface GetEvidenceTileRequest {
  path: {
    /** The rest of the path of the tile, with its slashes (C2SP tlog-tiles): `0/x001/067`, `1/000.p/5`, `entries/000`. */
    tile: string;
  };
}

/** The tile or the bundle, as C2SP tlog-tiles defines it. */
export type GetEvidenceTileResponse = string;

export interface GetPastEvidenceCheckpointRequest {
  path: {
    /** The number of leaves. */
    size: number;
  };
}

/** A signed note (C2SP tlog-checkpoint): origin, number of leaves, root, an empty line and the signatures. */
export type GetPastEvidenceCheckpointResponse = string;

export interface GetGeneralLedgerAccountRequest {
  path: {
    code: string;
  };
}

export type GetGeneralLedgerAccountResponse = GeneralLedgerAccount;

export interface GetGeneralLedgerSettingsRequest {}

export type GetGeneralLedgerSettingsResponse = GeneralLedgerSettings;

export interface GetLedgerAccountBalancesRequest {
  path: {
    code: string;
  };
  query: {
    /** The first accounting date, inclusive. */
    from: string;
    /** The last accounting date, inclusive; without it, today in the time zone of the settings. */
    to?: string;
    /** Only this currency. */
    currency?: string;
    /** The parts of the period: at most 366 of them. */
    interval: 'day' | 'month' | 'year';
  };
}

export type GetLedgerAccountBalancesResponse = LedgerAccountBalances;

export interface GetTieOutRequest {
  query: {
    /** The last accounting date that counts; without it, today in the time zone of the settings. */
    as_of?: string;
    /** Only this currency. */
    currency?: string;
    cursor?: string;
    limit: number;
  };
}

export type GetTieOutResponse = TieOut;

export interface GetTrialBalanceRequest {
  query: {
    /** The day of the balance, the same as to without from; not together with from or to. */
    as_of?: string;
    /** The first accounting date, inclusive; without it, the start of the ledger. */
    from?: string;
    /** The last accounting date, inclusive; without it, today in the time zone of the settings. */
    to?: string;
    /** Only this currency. */
    currency?: string;
    cursor?: string;
    limit: number;
  };
}

export type GetTrialBalanceResponse = TrialBalance;

export interface ListGeneralLedgerAccountsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListGeneralLedgerAccountsResponse = GeneralLedgerAccountPage;

export interface ListLedgerAccountLinesRequest {
  path: {
    code: string;
  };
  query: {
    /** The first accounting date, inclusive; without it, the start of the ledger. */
    from?: string;
    /** The last accounting date, inclusive; without it, today in the time zone of the settings. */
    to?: string;
    /** Only this currency. */
    currency?: string;
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListLedgerAccountLinesResponse = LedgerAccountLinePage;

export interface UpdateGeneralLedgerSettingsRequest {
  body: UpdateGeneralLedgerSettings;
}

export type UpdateGeneralLedgerSettingsResponse = GeneralLedgerSettings;

export interface UpsertGeneralLedgerAccountRequest {
  path: {
    code: AccountCode;
  };
  body: DefineGeneralLedgerAccount;
}

export type UpsertGeneralLedgerAccountResponse = GeneralLedgerAccount;

export interface CreatePostingTemplateRequest {
  body: NewPostingTemplate;
}

export type CreatePostingTemplateResponse = PostingTemplate;

export interface DeletePostingTemplateRequest {
  path: {
    templateId: string;
  };
}

export type DeletePostingTemplateResponse = PostingTemplate;

export interface GetJournalEntryRequest {
  path: {
    journalEntryId: string;
  };
}

export type GetJournalEntryResponse = JournalEntry;

export interface GetPostingTemplateRequest {
  path: {
    templateId: string;
  };
}

export type GetPostingTemplateResponse = PostingTemplate;

export interface ListJournalEntriesRequest {
  query: {
    /** First day of posting (UTC), inclusive. */
    from?: string;
    /** Last day of posting (UTC), inclusive. */
    to?: string;
    /** Only entries with a ledger line on this account_code. */
    account_code?: string;
    /** Only the entry that has posted this account entry. Never stale. */
    entry_id?: string;
    /** Only entries with a posting of this reference. */
    reference?: string;
    /** Only entries posted by this actor. */
    posted_by?: string;
    /** Only entries with control_differences on this account_code. */
    control_difference?: string;
    /** true: only entries with control_differences. */
    has_control_differences?: 'true';
    /** true: only entries with skipped_rules. */
    has_skipped_rules?: 'true';
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListJournalEntriesResponse = JournalEntryPage;

export interface ListPostingTemplatesRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListPostingTemplatesResponse = PostingTemplatePage;

export interface PostJournalEntriesRequest {
  body: {
    entries: [NewJournalEntry, ...NewJournalEntry[]];
  };
}

export interface PostJournalEntriesResponse {
  items: JournalEntry[];
}

export interface PostJournalEntryRequest {
  body: NewJournalEntry;
}

export type PostJournalEntryResponse = JournalEntry;

export interface PreviewJournalEntryRequest {
  body: NewJournalEntry;
}

export type PreviewJournalEntryResponse = DecisionPreview;

export interface ReplacePostingTemplateRequest {
  path: {
    templateId: string;
  };
  body: ReplacePostingTemplate;
}

export type ReplacePostingTemplateResponse = PostingTemplate;

export interface ApproveAccountLifecycleRequestRequest {
  path: {
    requestId: string;
  };
  body: Approval;
}

export type ApproveAccountLifecycleRequestResponse = AccountLifecycleRequest;

export interface GetAccountLifecycleRequestRequest {
  path: {
    requestId: string;
  };
}

export type GetAccountLifecycleRequestResponse = AccountLifecycleRequest;

export interface ListAccountLifecycleRequestsRequest {
  query: {
    account_id?: string;
    status?: DecisionStatus;
    cursor?: string;
    limit: number;
  };
}

export type ListAccountLifecycleRequestsResponse = AccountLifecycleRequestPage;

export interface RejectAccountLifecycleRequestRequest {
  path: {
    requestId: string;
  };
  body: Rejection;
}

export type RejectAccountLifecycleRequestResponse = AccountLifecycleRequest;

export interface SubmitAccountStatusTransitionRequest {
  path: {
    accountId: string;
  };
  body: {
    transition: AccountTransition;
    reason: RequestReason;
  };
}

export type SubmitAccountStatusTransitionResponse = AccountLifecycleRequest;

export interface WithdrawAccountLifecycleRequestRequest {
  path: {
    requestId: string;
  };
  body: Withdrawal;
}

export type WithdrawAccountLifecycleRequestResponse = AccountLifecycleRequest;

export interface CreateLoanRequest {
  body: {
    customer_id: string;
    product_id: string;
    /** The account to which the loan is disbursed and from which it is repaid. */
    account_id: string;
    currency: Currency;
    principal: Amount;
    /** Shown on the statement with each disbursement and repayment. */
    reference?: string;
  };
}

export type CreateLoanResponse = Loan;

export interface GetLoanRequest {
  path: {
    loanId: string;
  };
}

export type GetLoanResponse = Loan;

export interface GetTransactionRequest {
  path: {
    transactionId: string;
  };
}

export type GetTransactionResponse = Transaction;

export interface ListLoanTransactionsRequest {
  path: {
    loanId: string;
  };
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListLoanTransactionsResponse = TransactionPage;

export interface ListLoansRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListLoansResponse = Loan[];

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

export type PostLoanTransactionResponse = Transaction;

export interface CreateRuleRequest {
  path: {
    productId: string;
  };
  body: NewRule;
}

export type CreateRuleResponse = CreatedRule;

export interface DeleteRuleRequest {
  path: {
    productId: string;
    ruleId: string;
  };
}

export type DeleteRuleResponse = MutationStatus;

export interface EvaluateRulesRequest {
  path: {
    productId: string;
  };
  body: {
    sample: RuleSample;
    /** Rules to evaluate instead of the stored ones. */
    rules?: NewRule[];
    /** Also tries the rules on this many of the newest postings of the product's accounts. */
    newest_postings?: number;
    applies_to?: string;
  };
}

export type EvaluateRulesResponse = RuleEvaluation;

export interface GenerateProductConfigurationRequest {
  body: {
    jurisdiction: string;
  };
}

export type GenerateProductConfigurationResponse = TenantProductConfiguration;

export interface GetProductConfigurationRequest {}

export type GetProductConfigurationResponse = TenantProductConfiguration;

export interface GetProductRequest {
  path: {
    productId: string;
  };
}

export type GetProductResponse = Product;

export interface ListProductsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListProductsResponse = Product[];

export interface ListRulesRequest {
  path: {
    productId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListRulesResponse = Rule[];

export interface SeedDefaultRulesRequest {
  path: {
    productId: string;
  };
}

export type SeedDefaultRulesResponse = Rule[];

export interface UpdateRuleRequest {
  path: {
    productId: string;
    ruleId: string;
  };
  body: RuleChange;
}

export type UpdateRuleResponse = MutationStatus;

export interface UpsertProductRequest {
  body: {
    id?: string;
    type: string;
    config: ProductConfig;
  };
}

export type UpsertProductResponse = Product;

export interface GetLedgerActivityRequest {
  path: {
    journalEntryId: string;
  };
}

export type GetLedgerActivityResponse = Projection;

export interface GetLoanActivityRequest {
  path: {
    loanId: string;
  };
}

export type GetLoanActivityResponse = Projection;

export interface GetProductPublicationRequest {
  path: {
    productId: string;
  };
}

export type GetProductPublicationResponse = Projection;

export interface GetProjectionStatusRequest {}

export type GetProjectionStatusResponse = ProjectionStatus[];

export interface ListLedgerActivityRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListLedgerActivityResponse = Projection[];

export interface ListLoanActivityRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListLoanActivityResponse = Projection[];

export interface ListProductPublicationsRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListProductPublicationsResponse = Projection[];

export interface CreateBusinessRegistrationSchemaRequest {}

export type CreateBusinessRegistrationSchemaResponse = EntitySchema;

export interface CreateSchemaRequest {
  body: NewEntitySchema;
}

export type CreateSchemaResponse = EntitySchema;

export interface ExportSchemaRequest {
  path: {
    schemaId: string;
  };
}

export type ExportSchemaResponse = ExportedEntitySchema;

export interface GetSchemaRequest {
  path: {
    schemaId: string;
  };
}

export type GetSchemaResponse = EntitySchema;

export interface ImportSchemaRequest {
  body: NewEntitySchema;
}

export type ImportSchemaResponse = EntitySchema;

export interface ListSchemasRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListSchemasResponse = EntitySchema[];

export interface GetSessionRequest {}

export type GetSessionResponse = CallerSession;

export interface GetSystemRequest {}

export type GetSystemResponse = SystemState;

export interface ListControlsVersionsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListControlsVersionsResponse = RecordVersionPage;

export interface ListGeneralLedgerAccountVersionsRequest {
  path: {
    code: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListGeneralLedgerAccountVersionsResponse = RecordVersionPage;

export interface ListGeneralLedgerSettingsVersionsRequest {
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListGeneralLedgerSettingsVersionsResponse = RecordVersionPage;

export interface ListProductVersionsRequest {
  path: {
    productId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListProductVersionsResponse = RecordVersionPage;

export interface ListRuleVersionsRequest {
  path: {
    productId: string;
    ruleId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListRuleVersionsResponse = RecordVersionPage;

export interface ListSchemaVersionsRequest {
  path: {
    schemaId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListSchemaVersionsResponse = RecordVersionPage;

export interface ListWorkflowVersionsRequest {
  path: {
    workflowId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListWorkflowVersionsResponse = RecordVersionPage;

export interface CreateWebhookRequest {
  body: NewWebhook;
}

export type CreateWebhookResponse = Webhook;

export interface DeleteWebhookRequest {
  path: {
    webhookId: string;
  };
}

export type DeleteWebhookResponse = Webhook;

export interface GetWebhookDeliveryRequest {
  path: {
    webhookId: string;
    eventId: string;
  };
}

export type GetWebhookDeliveryResponse = WebhookDelivery;

export interface GetWebhookRequest {
  path: {
    webhookId: string;
  };
}

export type GetWebhookResponse = Webhook;

export interface ListWebhookDeliveriesRequest {
  path: {
    webhookId: string;
  };
  query: {
    /** Only those that wait for an attempt, that were accepted, or that no attempt follows. */
    state?: 'PENDING' | 'DELIVERED' | 'DEAD';
    cursor?: string;
    limit: number;
  };
}

export type ListWebhookDeliveriesResponse = WebhookDeliveryPage;

export interface ListWebhooksRequest {}

export type ListWebhooksResponse = WebhookList;

export interface RedriveWebhookDeliveriesRequest {
  path: {
    webhookId: string;
  };
  body: RedriveWebhook;
}

export type RedriveWebhookDeliveriesResponse = WebhookRedrive;

export interface ReplaceWebhookRequest {
  path: {
    webhookId: string;
  };
  body: ReplaceWebhook;
}

export type ReplaceWebhookResponse = Webhook;

export interface RevealWebhookSecretRequest {
  path: {
    webhookId: string;
  };
}

export type RevealWebhookSecretResponse = WebhookSecret;

export interface RotateWebhookSecretRequest {
  path: {
    webhookId: string;
  };
}

export type RotateWebhookSecretResponse = Webhook;

export interface TestWebhookRequest {
  path: {
    webhookId: string;
  };
}

export type TestWebhookResponse = Webhook;

export interface CreateLoanApprovalNotificationWorkflowRequest {}

export type CreateLoanApprovalNotificationWorkflowResponse = Workflow;

export interface CreateMonthlyFeeChargeWorkflowRequest {}

export type CreateMonthlyFeeChargeWorkflowResponse = Workflow;

export interface CreateWorkflowRequest {
  body: NewWorkflow;
}

export type CreateWorkflowResponse = Workflow;

export interface ExecuteWorkflowRequest {
  path: {
    workflowId: string;
  };
  body: {
    /** The free-form input of the steps. */
    context: {
      [name: string]: unknown;
    };
  };
}

export type ExecuteWorkflowResponse = WorkflowExecution;

export interface GetWorkflowExecutionRequest {
  path: {
    executionId: string;
  };
}

export type GetWorkflowExecutionResponse = WorkflowExecution;

export interface GetWorkflowRequest {
  path: {
    workflowId: string;
  };
}

export type GetWorkflowResponse = Workflow;

export interface ListWorkflowExecutionsRequest {
  path: {
    workflowId: string;
  };
  query: {
    cursor?: string;
    limit: number;
  };
}

export type ListWorkflowExecutionsResponse = WorkflowExecutionPage;

export interface ListWorkflowsByTriggerRequest {
  path: {
    trigger: string;
  };
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListWorkflowsByTriggerResponse = Workflow[];

export interface ListWorkflowsRequest {
  query: {
    order?: ListOrder;
    cursor?: string;
    limit: number;
  };
}

export type ListWorkflowsResponse = Workflow[];
