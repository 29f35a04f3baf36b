// Scenarios of the caller's session and of the state of the deployment.
import type { ScenariosByOperation } from '../scenario-records.ts';

export const systemScenarios = {
  getSession: () => [{}],
  getSystem: () => [{}],
} satisfies ScenariosByOperation;
