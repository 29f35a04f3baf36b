// What a scenario of a deployed function has.
import type { OperationCaller } from '../../stack/ledger.ts';
import type { SignedInStack } from '../../stack/signed-in-stack.ts';
import type { ScenarioRecords } from '../scenario-records.ts';

export interface ScenarioContext {
  readonly tenant: string;
  readonly stack: SignedInStack;
  readonly caller: OperationCaller;
  readonly records: ScenarioRecords;
}

export type Scenario = (context: ScenarioContext) => Promise<unknown>;
