// The commands and steps of which sequences are made.
import type { CommandAction, HistoryCommand, DecidedKind } from '../commands.ts';

/** A step without faults of the store. */
export interface SequenceStep {
  /** Sent concurrently. */
  readonly commands: readonly HistoryCommand[];
  /** Whether each is sent twice, concurrently. */
  readonly isRepeated: boolean;
  /** Whether background work ends before the step, where the sequence depends on it. */
  readonly awaitsBackground?: boolean;
}

export const ownReference = (nth: number) => ({ owner: 'own', nth }) as const;

export const FUNDS = {
  moves: [{ account: ownReference(0), direction: 'CREDIT', amount: '10.00' }],
  fault: 'none',
  isOpening: false,
  hasTexts: false,
  isTied: true,
} as const;

export const WHOLE_AMOUNT = { amount: 'all', more: '0.00', fault: 'none' } as const;

export function buildCommand(
  action: CommandAction,
  sender: { by?: string; tenant?: 0 | 1 } = {},
): HistoryCommand {
  return { ...action, by: 'ada', tenant: 0, defects: [], ...sender };
}

/** The decision of another operator on the newest request of the kind, or on an earlier one. */
export function buildDecision(
  on: DecidedKind,
  how: 'approve' | 'reject' = 'approve',
  nth = 0,
): HistoryCommand {
  return buildCommand({ do: 'decide', on, request: ownReference(nth), how }, { by: 'grace' });
}

/** The withdrawal of the newest request of the kind by its maker. */
export function buildWithdrawal(on: DecidedKind): HistoryCommand {
  return buildCommand({ do: 'decide', on, request: ownReference(0), how: 'withdraw' });
}

/** The commands one after the other. */
export function buildSteps(...commands: HistoryCommand[]): SequenceStep[] {
  return commands.map((single) => ({ commands: [single], isRepeated: false }));
}

/** The commands at the same time. */
export function buildStep(...commands: HistoryCommand[]): SequenceStep {
  return { commands, isRepeated: false };
}
