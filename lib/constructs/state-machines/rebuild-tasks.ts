// The tasks that a projection is rebuilt in: what each may do, and for how long.
import type { OperationGrant } from '../../../functions/operations/operations.ts';

export interface RebuildTask {
  readonly description: string;
  readonly uses: readonly OperationGrant[];
  readonly timeoutSeconds: number;
}

/** What changing the generations takes. */
const CHANGE_GRANTS: readonly OperationGrant[] = ['projections:GetItem', 'projections:PutItem'];

const SHORT_SECONDS = 60;
/** The longest that a function may take. */
const LONG_SECONDS = 900;

export const REBUILD_TASKS = {
  'begin-projection-rebuild': {
    description: 'Begins a rebuild of a projection: new events flow to a second generation too.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'fill-projection-segment': {
    description: 'Reads one segment of the receipts into the new generation of a projection.',
    uses: [...CHANGE_GRANTS, 'receipts:Scan'],
    timeoutSeconds: LONG_SECONDS,
  },
  'swap-projection': {
    description: 'Lets the new generation of a projection serve.',
    uses: [...CHANGE_GRANTS, 'projections:Query'],
    timeoutSeconds: SHORT_SECONDS,
  },
  'retire-projection': {
    description: 'Ends writing to the old generation of a projection.',
    uses: CHANGE_GRANTS,
    timeoutSeconds: SHORT_SECONDS,
  },
  'sweep-projection': {
    description: 'Deletes what is left of old generations of a projection.',
    uses: [...CHANGE_GRANTS, 'projections:Query', 'projections:Scan', 'projections:BatchWriteItem'],
    timeoutSeconds: LONG_SECONDS,
  },
} as const satisfies Record<string, RebuildTask>;

export type RebuildTaskName = keyof typeof REBUILD_TASKS;
