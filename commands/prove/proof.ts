// The proof of a deployment: its steps, in order, and what they share.
import type { CanaryAddresses } from '../../functions/canary/canary-calls.ts';
import type { CanaryCredentials } from '../../functions/canary/canary-credentials.ts';
import type { RunProgram } from './run-program.ts';

/** How the steps reach the APIs of the stage. */
export interface StageAccess {
  readonly addresses: CanaryAddresses;
  readonly readCredentials: () => Promise<CanaryCredentials>;
}

export interface ProofContext {
  readonly stage: string;
  /** The checkout of the previous release. */
  readonly previous: string;
  readonly runProgram: RunProgram;
  /** The APIs exist only after the deployment. */
  readonly openStage: () => Promise<StageAccess>;
  /** What earlier steps found out, such as the names of restored tables; the log keeps it. */
  readonly facts: Readonly<Record<string, string>>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface ProofResult {
  /** What was seen, for the log. */
  readonly seen: string;
  /** For later steps. */
  readonly facts?: Readonly<Record<string, string>>;
}

export interface ProofStep {
  readonly name: string;
  readonly does: string;
  /** What makes it fail. */
  readonly checks: string;
  readonly run: (context: ProofContext) => Promise<ProofResult>;
}

/** Undoes all others, and runs also after one that failed. */
export const LAST_STEP = 'destroy';

/** Formats the steps for people, without running them. */
export function formatPlan(steps: readonly ProofStep[]): string {
  return steps
    .map(({ name, does, checks }, index) => {
      return `${index + 1}. ${name}: ${does}\n   Checked: ${checks}`;
    })
    .join('\n');
}
