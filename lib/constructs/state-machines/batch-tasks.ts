// The tasks that batches are worked on in: what each may do, and for how long.
import type { Use } from '../../../functions/operations/operations.ts';

export interface BatchTask {
  /** Below functions/batches. */
  readonly folder: string;
  readonly description: string;
  readonly uses: readonly Use[];
  readonly timeoutSeconds: number;
}

/** What changing a batch takes. */
const changing: readonly Use[] = [
  'ledger:BatchGetItem',
  'ledger:PutItem',
  'receipts:GetItem',
  'receipts:BatchGetItem',
  'receipts:PutItem',
];

const MOMENTS = 60;
/** The longest that a function may take. */
const LONG = 900;

export const batchTasks = {
  'begin-regulatory-export': {
    folder: 'export',
    description: 'Begins an export: it is RUNNING.',
    uses: [...changing, 'ledger:GetItem'],
    timeoutSeconds: MOMENTS,
  },
  'plan-regulatory-export': {
    folder: 'export',
    description: 'Divides the journal of an export into slices.',
    uses: ['ledger:Query'],
    timeoutSeconds: MOMENTS,
  },
  'write-export-slice': {
    folder: 'export',
    description: 'Writes the rows of one slice of an export.',
    uses: ['ledger:Query', 'ledger:GetItem', 'ledger:PutItem', 'artifacts/work:PutObject'],
    timeoutSeconds: LONG,
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
    timeoutSeconds: LONG,
  },
  'complete-regulatory-export': {
    folder: 'export',
    description: 'Ends an export: it is COMPLETED.',
    uses: changing,
    timeoutSeconds: MOMENTS,
  },
  'await-legacy-import': {
    folder: 'import',
    description: 'Asks whether the file of an import has arrived.',
    uses: ['ledger:GetItem', 'artifacts/work:GetObject', 'artifacts/work:ListBucket'],
    timeoutSeconds: MOMENTS,
  },
  'receive-legacy-import': {
    folder: 'import',
    description: 'Begins an import: its file is the one that was declared.',
    uses: [
      ...changing,
      'ledger:GetItem',
      'artifacts/work:GetObject',
      'artifacts/work:GetObjectVersion',
    ],
    timeoutSeconds: LONG,
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
    timeoutSeconds: LONG,
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
    timeoutSeconds: LONG,
  },
  'complete-legacy-import': {
    folder: 'import',
    description: 'Ends an import: it is COMPLETED.',
    uses: changing,
    timeoutSeconds: MOMENTS,
  },
  'request-scheduled-export': {
    folder: 'export',
    description: 'Asks for the export of the last closed month, when a schedule says so.',
    uses: ['ledger:PutItem', 'receipts:PutItem'],
    timeoutSeconds: MOMENTS,
  },
  'fail-batch': {
    folder: '.',
    description: 'Ends a batch that cannot be done: it is FAILED, with the reason.',
    uses: changing,
    timeoutSeconds: MOMENTS,
  },
  'fail-ended-batch': {
    folder: '.',
    description: 'Ends the batch of an execution that was aborted or broke off: it is FAILED.',
    uses: [...changing, 'ledger:GetItem'],
    timeoutSeconds: MOMENTS,
  },
} as const satisfies Record<string, BatchTask>;

export type BatchTaskName = keyof typeof batchTasks;
