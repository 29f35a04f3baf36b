// Which functions share an alarm, because users notice the same of them. Those of operations have their own.
import { BATCH_TASKS } from '../state-machines/batch-tasks.ts';
import type { BatchTaskName } from '../state-machines/batch-tasks.ts';
import { REBUILD_TASKS } from '../state-machines/rebuild-tasks.ts';
import type { RebuildTaskName } from '../state-machines/rebuild-tasks.ts';
import { VERIFICATION_TASKS } from '../state-machines/verification-tasks.ts';
import {
  CANARY_SECONDS,
  CONSUMER_SECONDS,
  DELIVERY_SECONDS,
  SEALING_SECONDS,
  VERIFICATION_START_SECONDS,
} from '../lambda/timeouts.ts';

export interface WatchedFunction {
  readonly name: string;
  /** Absent: the stage's, for functions that answer requests. */
  readonly timeoutSeconds?: number;
}

export interface FunctionGroup {
  readonly functions: readonly WatchedFunction[];
  /** State machines repeat a task within minutes, and a task also throws to refuse a file. */
  readonly isRepeated?: boolean;
  /** What users notice when functions fail, and when they take nearly as long as they may. */
  readonly impact: Readonly<Record<'failed' | 'slow', string>>;
}

const batches = (...names: BatchTaskName[]): WatchedFunction[] =>
  names.map((name) => ({ name, timeoutSeconds: BATCH_TASKS[name].timeoutSeconds }));

const rebuild = (...names: RebuildTaskName[]): WatchedFunction[] =>
  names.map((name) => ({ name, timeoutSeconds: REBUILD_TASKS[name].timeoutSeconds }));

/** By the names of their alarms. */
export const FUNCTION_GROUPS: Readonly<Record<string, FunctionGroup>> = {
  'serve-identity': {
    functions: [{ name: 'serve-identity' }],
    impact: {
      failed: 'Some sign-ins and renewals of tokens fail: the identity service crashed.',
      slow: 'Sign-ins and renewals of tokens hang for seconds, and some fail.',
    },
  },
  'rotate-identity-keys': {
    functions: [{ name: 'rotate-identity-keys' }],
    impact: {
      failed: 'The signing keys were not rotated. Tokens still work, but their keys get older.',
      slow: 'Rotations of the signing keys nearly run out of time. Tokens still work.',
    },
  },
  'serve-references': {
    functions: ['ledger', 'workbench', 'identity'].map((api) => ({ name: `reference-${api}` })),
    impact: {
      failed: 'The pages /docs and the health check fail. Calls of the APIs are not affected.',
      slow: 'The pages /docs and the health check hang. Calls of the APIs are not affected.',
    },
  },
  'verify-books': {
    functions: [{ name: 'verify-books', timeoutSeconds: VERIFICATION_START_SECONDS }],
    impact: {
      failed: 'A wrong balance would go unnoticed: the daily verification was not started.',
      slow: 'The daily verification may not be started: a wrong balance would go unnoticed.',
    },
  },
  'verification-tasks': {
    functions: Object.entries(VERIFICATION_TASKS).map(([name, { timeoutSeconds }]) => {
      return { name, timeoutSeconds };
    }),
    isRepeated: true,
    impact: {
      failed:
        'The daily verification takes longer, and fails when repeating its tasks does not help.',
      slow: 'The daily verification may fail: a task does not end in its time.',
    },
  },
  'seal-receipts': {
    functions: [{ name: 'seal-receipts', timeoutSeconds: SEALING_SECONDS }],
    impact: {
      failed: 'No receipts are sealed: the sealing crashed. The ledger itself is not affected.',
      slow: 'A run of the sealing is about to be cut off: the evidence log falls behind the ledger.',
    },
  },
  'project-events': {
    functions: [{ name: 'project-events', timeoutSeconds: CONSUMER_SECONDS }],
    impact: {
      failed: 'Screens get old data: the projector crashes, and its events are tried again.',
      slow: 'Screens get old data: the projector takes too long, and may repeat its work for ever.',
    },
  },
  'publish-events': {
    functions: [{ name: 'publish-events', timeoutSeconds: CONSUMER_SECONDS }],
    impact: {
      failed: 'Subscribers get events late and batches start late: the publisher crashes.',
      slow: 'Subscribers get events late, and may get some twice: the publisher takes too long.',
    },
  },
  'deliver-webhooks': {
    functions: [{ name: 'deliver-webhooks', timeoutSeconds: DELIVERY_SECONDS }],
    impact: {
      failed: 'Receivers of webhooks get events minutes late: the deliverer crashes.',
      slow: 'Receivers of webhooks get events late, and some twice: the deliverer takes too long.',
    },
  },
  'retry-webhooks': {
    functions: [{ name: 'retry-webhooks', timeoutSeconds: DELIVERY_SECONDS }],
    impact: {
      failed: 'Failed deliveries to webhooks are not repeated: the retries crash.',
      slow: 'Failed deliveries to webhooks are repeated late: a run of the retries is cut off.',
    },
  },
  'tell-batches': {
    functions: batches('request-scheduled-export', 'fail-ended-batch', 'fail-ended-period-close'),
    impact: {
      failed:
        'A monthly export is not requested, or a failed batch stays RUNNING, unless a retry helps.',
      slow: 'Monthly exports may not be requested, and failed batches may stay RUNNING.',
    },
  },
  'regulatory-export-tasks': {
    functions: batches(
      'begin-regulatory-export',
      'plan-regulatory-export',
      'write-export-slice',
      'cover-regulatory-export',
      'assemble-regulatory-export',
      'complete-regulatory-export',
      'fail-batch',
    ),
    isRepeated: true,
    impact: {
      failed: 'Exports take longer, and fail when repeating their tasks does not help.',
      slow: 'Exports may fail: a task of theirs does not end in its time.',
    },
  },
  'legacy-import-tasks': {
    functions: batches(
      'await-legacy-import',
      'receive-legacy-import',
      'validate-legacy-import',
      'assemble-legacy-import',
      'complete-legacy-import',
    ),
    isRepeated: true,
    impact: {
      failed: 'Imports take longer, and fail when repeating their tasks does not help.',
      slow: 'Imports may fail: a task of theirs does not end in its time.',
    },
  },
  'period-close-tasks': {
    functions: batches('sum-period-entries', 'complete-period-close', 'fail-period-close'),
    isRepeated: true,
    impact: {
      failed: 'Closing a period takes longer, and fails when repeating its tasks does not help.',
      slow: 'Closing a period may fail: a task does not end in its time.',
    },
  },
  'rebuild-projection-tasks': {
    functions: rebuild(
      'begin-projection-rebuild',
      'fill-projection-segment',
      'swap-projection',
      'retire-projection',
      'sweep-projection',
    ),
    isRepeated: true,
    impact: {
      failed: 'A rebuild takes longer, and fails when repeating its tasks does not help.',
      slow: 'A rebuild may fail: a task does not end in its time. Screens show what they showed.',
    },
  },
};

/** Of a stage with a canary. */
export const CANARY_GROUP: Readonly<Record<string, FunctionGroup>> = {
  'run-canary': {
    functions: [{ name: 'run-canary', timeoutSeconds: CANARY_SECONDS }],
    impact: {
      failed: 'Nothing. The canary itself crashed, so a fault of the APIs is noticed later.',
      slow: 'Callers of the APIs wait for many seconds, if they wait as the canary does.',
    },
  },
};
