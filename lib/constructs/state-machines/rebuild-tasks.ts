// The tasks that a projection is rebuilt in: what each may do, and for how long.
import type { Use } from '../../../functions/operations/operations.ts';

export interface RebuildTask {
  readonly description: string;
  readonly uses: readonly Use[];
  readonly timeoutSeconds: number;
}

/** What changing the generations takes. */
const changing: readonly Use[] = ['projections:GetItem', 'projections:PutItem'];

const MOMENTS = 60;
/** The longest that a function may take. */
const LONG = 900;

export const rebuildTasks = {
  'begin-projection-rebuild': {
    description: 'Begins a rebuild of a projection: new events flow to a second generation too.',
    uses: changing,
    timeoutSeconds: MOMENTS,
  },
  'fill-projection-segment': {
    description: 'Reads one segment of the receipts into the new generation of a projection.',
    uses: [...changing, 'receipts:Scan'],
    timeoutSeconds: LONG,
  },
  'swap-projection': {
    description: 'Lets the new generation of a projection serve.',
    uses: [...changing, 'projections:Query'],
    timeoutSeconds: MOMENTS,
  },
  'retire-projection': {
    description: 'Ends writing to the old generation of a projection.',
    uses: changing,
    timeoutSeconds: MOMENTS,
  },
  'sweep-projection': {
    description: 'Deletes what is left of old generations of a projection.',
    uses: [...changing, 'projections:Query', 'projections:Scan', 'projections:BatchWriteItem'],
    timeoutSeconds: LONG,
  },
} as const satisfies Record<string, RebuildTask>;

export type RebuildTaskName = keyof typeof rebuildTasks;
