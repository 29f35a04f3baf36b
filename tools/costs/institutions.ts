// The institutions of the monthly bill, and the assumptions about them. Readers may replace each number.
import type { OperationName } from '../../functions/operations/operations.ts';

export interface Institution {
  readonly name: string;
  readonly accounts: bigint;
  /** Journal entries that each move money between two accounts. */
  readonly transfersPerDay: bigint;
}

export const INSTITUTIONS: readonly Institution[] = [
  { name: 'small', accounts: 5_000n, transfersPerDay: 2_000n },
  { name: 'medium', accounts: 200_000n, transfersPerDay: 100_000n },
  { name: 'large', accounts: 3_000_000n, transfersPerDay: 2_000_000n },
];

/** The calls of each operation per thousand transfers. */
export const CALLS_PER_THOUSAND_TRANSFERS = {
  postJournalEntry: 1_000n,
  getAccountBalance: 3_000n,
  getAccountStatement: 1_000n,
  getJournalEntry: 200n,
  listAccounts: 50n,
  listJournalEntries: 20n,
  createAccount: 5n,
  postLoanTransaction: 20n,
  submitAccountStatusTransition: 1n,
  approveAccountLifecycleRequest: 1n,
  submitFinancialAdjustmentRequest: 2n,
  approveFinancialAdjustmentRequest: 2n,
} satisfies Partial<Record<OperationName, bigint>>;

/** The bytes that one transfer stores permanently; a test measures them. */
export const BYTES_PER_TRANSFER = { ledger: 1_850n, receipts: 1_010n };

/**
 * The bytes that an account stores permanently: its terms, its balance and the receipt of its creation.
 */
export const BYTES_PER_ACCOUNT = { ledger: 600n, receipts: 720n };

/** What the index of receipts by time stores of each: its keys, and what DynamoDB adds to an item. */
export const FEED_BYTES_PER_RECEIPT = 230n;

export const ASSUMPTIONS = {
  daysPerMonth: 30n,
  /** The month of the bill; nothing is ever deleted, so storage grows each month. */
  month: 12n,
  memoryMegabytes: 1_024n,
  mutationMs: 40n,
  readMs: 15n,
  /** The gateway caches the authorizer's answer, so one request in this many calls it. */
  requestsPerAuthorization: 20n,
  authorizationMs: 5n,
  /** Whether the operator's token was revoked, its sign-in still lasts and its client still exists. */
  authorizationReadUnits: 3n,
  /** The log line of the operation, those of Lambda itself and the gateway's access log. */
  logBytesPerRequest: 1_800n,
  logMonthsKept: 12n,
  answerBytes: 1_000n,
  /** X-Ray records the first request of each second and one in twenty of the others. */
  requestsPerTrace: 20n,
  /** DynamoDB and CloudWatch Logs cache data keys for minutes, so traffic hardly matters. */
  keyRequestsPerMonth: 300_000n,
  /** The functions that consume the stream of receipts, and the receipts in one call. */
  streamConsumers: 2n,
  receiptsPerBatch: 10n,
  batchMs: 150n,
  /** One regulatory export a month, of that month's entries, stored for ten years. */
  exportBytesPerTransfer: 400n,
  exportTransitions: 500n,
  exportObjectWrites: 500n,
  /** Each metric of an alarm is charged; a test counts those of a stage without a canary. */
  alarmMetrics: 589n,
  /** Latency of each operation that is in use, and the count of each of its outcomes. */
  metrics: 250n,
  dashboards: 1n,
  /** One encrypts, and one signs the evidence log. */
  keys: 2n,
  secrets: 1n,
};
