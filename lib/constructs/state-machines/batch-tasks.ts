// The tasks that batches are worked on in: what each may do, and for how long.
import type { OperationGrant } from '../../../functions/operations/operations.ts';

export interface BatchTask {
  /** Below functions/batches. */
  readonly folder: string;
  readonly description: string;
  readonly uses: readonly OperationGrant[];
  readonly timeoutSeconds: number;
}

/** What changing a batch takes. */
const CHANGE_GRANTS: readonly OperationGrant[] = [
  'ledger:BatchGetItem',
  'ledger:PutItem',
  'receipts:GetItem',
  'receipts:BatchGetItem',
  'receipts:PutItem',
];

const SHORT_SECONDS = 60;
/** The longest that a function may take. */
const LONG_SECONDS = 900;

export const BATCH_TASKS = {
  'begin-regulatory-export': {
    folder: 'export',
    description: 'Begins an export: it is RUNNING.',
    uses: [...CHANGE_GRANTS, 'ledger:GetItem'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'plan-regulatory-export': {
    folder: 'export',
    description: 'Divides the journal of an export into slices.',
    uses: ['ledger:Query'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'write-export-slice': {
    folder: 'export',
    description: 'Writes the rows of one slice of an export.',
    uses: ['ledger:Query', 'ledger:GetItem', 'ledger:PutItem', 'artifacts/work:PutObject'],
    timeoutSeconds: LONG_SECONDS,
  },
  'assemble-regulatory-export': {
    folder: 'export',
    description: 'Puts the slices of an export together, with checksum and manifest.',
    uses: [
      'ledger:GetItem',
      'artifacts/work:GetObject',
      'artifacts:GetObject',
      'artifacts:PutObject',
      'artifacts:PutObjectRetention',
      'artifacts:AbortMultipartUpload',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'complete-regulatory-export': {
    folder: 'export',
    description: 'Ends an export: it is COMPLETED.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'await-legacy-import': {
    folder: 'import',
    description: 'Asks whether the file of an import has arrived.',
    uses: ['ledger:GetItem', 'artifacts/work:GetObject', 'artifacts/work:ListBucket'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'receive-legacy-import': {
    folder: 'import',
    description: 'Begins an import: its file is the one that was declared.',
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
      'ledger:PutItem',
      'artifacts/work:GetObjectVersion',
      'artifacts/work:PutObject',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'assemble-legacy-import': {
    folder: 'import',
    description: 'Puts the slices of an import together into its report.',
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
    description: 'Ends an import: it is COMPLETED.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'request-scheduled-export': {
    folder: 'export',
    description: 'Asks for the export of the last closed month, when a schedule says so.',
    uses: ['ledger:PutItem', 'receipts:GetItem', 'receipts:PutItem'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'fail-batch': {
    folder: '.',
    description: 'Ends a batch that cannot be done: it is FAILED, with the reason.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'fail-ended-batch': {
    folder: '.',
    description: 'Ends the batch of an execution that was aborted or broke off: it is FAILED.',
    uses: [...CHANGE_GRANTS, 'ledger:GetItem'],
    timeoutSeconds: SHORT_SECONDS,
  },
} as const satisfies Record<string, BatchTask>;

export type BatchTaskName = keyof typeof BATCH_TASKS;
