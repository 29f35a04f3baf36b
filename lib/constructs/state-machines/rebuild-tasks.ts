// The tasks of the rebuild of a projection, with their grants and timeouts.
import type { OperationGrant } from '../../../functions/operations/operations.ts';

export interface RebuildTask {
  readonly description: string;
  readonly uses: readonly OperationGrant[];
  readonly timeoutSeconds: number;
}

/** The grants that a task needs to change the generations. */
const CHANGE_GRANTS: readonly OperationGrant[] = ['projections:GetItem', 'projections:PutItem'];

const SHORT_SECONDS = 60;
/** Lambda's maximum. */
const LONG_SECONDS = 900;

export const REBUILD_TASKS = {
  'begin-projection-rebuild': {
    description: 'Starts a rebuild of a projection: new events also go to a second generation.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'fill-projection-segment': {
    description: 'Reads one segment of the receipts into the new generation of a projection.',
    uses: [
      ...CHANGE_GRANTS,
      'projections:BatchGetItem',
      'projections:BatchWriteItem',
      'receipts:Scan',
    ],
    timeoutSeconds: LONG_SECONDS,
  },
  'swap-projection': {
    description: 'Switches reads of a projection to its new generation.',
    uses: [...CHANGE_GRANTS, 'projections:Query'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'retire-projection': {
    description: 'Stops writing to the old generation of a projection.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'sweep-projection': {
    description: 'Deletes the old generations of a projection.',
    uses: [...CHANGE_GRANTS, 'projections:Query', 'projections:Scan', 'projections:BatchWriteItem'],
    timeoutSeconds: LONG_SECONDS,
  },
} as const satisfies Record<string, RebuildTask>;

export type RebuildTaskName = keyof typeof REBUILD_TASKS;
