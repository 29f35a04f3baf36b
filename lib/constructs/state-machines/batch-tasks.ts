// The tasks of batches, with their grants and timeouts.
import type { OperationGrant } from '../../../functions/operations/operations.ts';

export interface BatchTask {
  /** Relative to functions/batches. */
  readonly folder: string;
  readonly description: string;
  readonly uses: readonly OperationGrant[];
  readonly timeoutSeconds: number;
  /** The partition keys that it may write in the ledger, of any tenant; BATCHES_ONLY by default. */
  readonly writes?: readonly string[];
  /** For a task that an event or a schedule calls, and no state machine. */
  readonly isAsynchronous?: true;
}

/** The partition keys of batches: tasks may write nothing else in the ledger. */
export const BATCHES_ONLY: readonly string[] = ['T#*#BAT'];

/** The partition keys of the chart of accounts, which an import may add to. */
const CHART = 'T#*#GLA';

/** The grants that a task needs to change a batch. */
const CHANGE_GRANTS: readonly OperationGrant[] = [
  'ledger:BatchGetItem',
  'ledger:PutItem',
  'receipts:GetItem',
  'receipts:BatchGetItem',
  'receipts:PutItem',
];

/** What a task that ends the closing of a period may write. */
const PERIOD_RECORDS: readonly string[] = ['T#*#GLP', 'T#*#GLS'];

const SHORT_SECONDS = 60;
/** Lambda's maximum. */
const LONG_SECONDS = 900;

export const BATCH_TASKS = {
  'begin-regulatory-export': {
    folder: 'export',
    description: 'Starts an export: sets its batch to RUNNING.',
    uses: [...CHANGE_GRANTS, 'ledger:GetItem'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'plan-regulatory-export': {
    folder: 'export',
    description: 'Divides the journal of an export into slices.',
    uses: ['ledger:Query', 'ledger:GetItem', 'artifacts/work:PutObject'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'write-export-slice': {
    folder: 'export',
    description: 'Writes the rows of one slice of an export.',
    uses: [
      'ledger:Query',
      'ledger:GetItem',
      'ledger:PutItem',
      'artifacts/work:GetObject',
      'artifacts/work:PutObject',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'cover-regulatory-export': {
    folder: 'evidence',
    description: 'Asks whether the evidence log covers the period of an export.',
    uses: [
      'ledger:GetItem',
      'ledger:BatchGetItem',
      'ledger:Query',
      'receipts/receipts-by-time:Query',
      'evidence:GetObject',
      'evidence:ListBucket',
    ],
    timeoutSeconds: SHORT_SECONDS,
  },
  'assemble-regulatory-export': {
    folder: 'export',
    description: 'Joins the slices of an export, and writes its checksum and signed manifest.',
    uses: [
      'ledger:GetItem',
      'evidence:GetObject',
      'identity/directory:GetItem',
      'artifacts/work:GetObject',
      'artifacts/work:PutObject',
      'artifacts:GetObject',
      'artifacts:PutObject',
      'artifacts:PutObjectRetention',
      'artifacts:AbortMultipartUpload',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'complete-regulatory-export': {
    folder: 'export',
    description: 'Completes an export: sets its batch to COMPLETED.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'await-legacy-import': {
    folder: 'import',
    description: 'Checks whether the file of an import has arrived.',
    uses: ['ledger:GetItem', 'artifacts/work:GetObject', 'artifacts/work:ListBucket'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'receive-legacy-import': {
    folder: 'import',
    description: 'Starts an import: checks that its file is the declared one.',
    uses: [
      ...CHANGE_GRANTS,
      'ledger:GetItem',
      'artifacts/work:GetObject',
      'artifacts/work:GetObjectVersion',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'validate-legacy-import': {
    folder: 'import',
    description: 'Validates one slice of an import.',
    uses: [
      'ledger:GetItem',
      'ledger:BatchGetItem',
      'ledger:PutItem',
      'artifacts/work:GetObject',
      'artifacts/work:GetObjectVersion',
      'artifacts/work:PutObject',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'assemble-legacy-import': {
    folder: 'import',
    description: 'Joins the slices of an import into its report.',
    uses: [
      'ledger:GetItem',
      'artifacts/work:GetObject',
      'artifacts:PutObject',
      'artifacts:PutObjectRetention',
      'artifacts:AbortMultipartUpload',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'complete-legacy-import': {
    folder: 'import',
    description:
      'Completes an import: adds the accounts of a chart, and sets its batch to COMPLETED.',
    uses: [
      ...CHANGE_GRANTS,
      'ledger:GetItem',
      'ledger:ConditionCheckItem',
      'artifacts/work:GetObjectVersion',
    ],
    timeoutSeconds: LONG_SECONDS,
    writes: [...BATCHES_ONLY, CHART],
  },
  'sum-period-entries': {
    folder: 'period-close',
    description: 'Sums the entries of an accounting period that is being closed.',
    uses: ['ledger:Query', 'ledger:GetItem'],
    timeoutSeconds: LONG_SECONDS,
  },
  'complete-period-close': {
    folder: 'period-close',
    description: 'Sets an accounting period to CLOSED, with its control totals.',
    uses: [...CHANGE_GRANTS, 'ledger:GetItem'],
    timeoutSeconds: SHORT_SECONDS,
    writes: PERIOD_RECORDS,
  },
  'fail-period-close': {
    folder: 'period-close',
    description: 'Sets an accounting period that cannot be closed to FAILED, with the reason.',
    uses: [...CHANGE_GRANTS, 'ledger:GetItem'],
    timeoutSeconds: SHORT_SECONDS,
    writes: PERIOD_RECORDS,
  },
  'fail-ended-period-close': {
    folder: 'period-close',
    description: 'Sets the period of an execution that failed, timed out or was aborted to FAILED.',
    uses: [...CHANGE_GRANTS, 'ledger:GetItem'],
    timeoutSeconds: SHORT_SECONDS,
    isAsynchronous: true,
    writes: PERIOD_RECORDS,
  },
  'request-scheduled-export': {
    folder: 'export',
    description: 'Requests the export of the last closed month when a schedule is due.',
    uses: ['ledger:PutItem', 'receipts:GetItem', 'receipts:PutItem'],
    timeoutSeconds: SHORT_SECONDS,
    isAsynchronous: true,
  },
  'fail-batch': {
    folder: '.',
    description: 'Sets a batch that cannot be completed to FAILED, with the reason.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'fail-ended-batch': {
    folder: '.',
    description: 'Sets the batch of an execution that failed, timed out or was aborted to FAILED.',
    uses: [...CHANGE_GRANTS, 'ledger:GetItem'],
    timeoutSeconds: SHORT_SECONDS,
    isAsynchronous: true,
  },
} as const satisfies Record<string, BatchTask>;

export type BatchTaskName = keyof typeof BATCH_TASKS;
