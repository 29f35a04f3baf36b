// What an operator types to replace the controls, and the request that it makes.
import type {
  Control,
  ControlledOperation,
  ReplaceControls,
} from '../../../../../client/client.ts';

export interface ControlInput {
  /** Identifies the row while it is edited. */
  readonly key: string;
  readonly operation: ControlledOperation;
  /** Empty for a control that catches every request. */
  readonly when: string;
}

export interface ControlsInput {
  readonly controls: readonly ControlInput[];
  readonly reason: string;
}

export function toControlsInput(controls: readonly Control[]): ControlsInput {
  return {
    controls: controls.map(({ operation, when = '' }, index) => ({
      key: `${index}`,
      operation,
      when,
    })),
    reason: '',
  };
}

export function buildControlsRequest({ controls, reason }: ControlsInput): ReplaceControls {
  return {
    controls: controls.map(({ operation, when }) => ({
      operation,
      ...(when.trim() !== '' && { when }),
      require: 'APPROVAL',
    })),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
}

/** Names each control by its operation, so that one that is added does not change all after it. */
export function toComparableControls(content: Readonly<Record<string, unknown>>): unknown {
  const { controls = [], ...others } = content as { readonly controls?: readonly Control[] };
  const byOperation = Map.groupBy(controls, ({ operation }) => operation);
  return { ...others, controls: Object.fromEntries(byOperation) };
}
