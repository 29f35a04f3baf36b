// Controls: which operations of a tenant take a second operator, and when (docs/controls.md).
import { latestTime } from '../values/times.ts';

export interface Control {
  /** The name of a row in the table of operations that can be put under control. */
  readonly operation: string;
  /** CEL; without it the control catches every request. */
  readonly when?: string;
  readonly require: 'APPROVAL';
}

/** The controls of a tenant, which are replaced as a whole. */
export interface Controls {
  readonly controls: readonly Control[];
  /** 0 until the first replacement, and grows by 1 with each. */
  readonly version: number;
  /** Absent until the first replacement. */
  readonly updatedAt?: string;
}

/** The controls of a tenant that has set none. */
export const NO_CONTROLS: Controls = { controls: [], version: 0 };

/** Returns the controls after a replacement by valid ones. */
export function replaceControls(
  before: Controls,
  controls: readonly Control[],
  now: Date,
): Controls {
  const updatedAt = latestTime(now, before.updatedAt).toISOString();
  return { controls, version: before.version + 1, updatedAt };
}
