// The requests of operators about controls, chosen at random. The control catches the entries that name it, so
// that the samples of the same tenant succeed.
import type { PlanChooser } from './plan.ts';
import { pickRecent } from './random-picks.ts';

const DESCRIPTION = 'controlled';
const CONTROL = {
  operation: 'postJournalEntry',
  when: `has(request.description) && request.description == "${DESCRIPTION}"`,
  require: 'APPROVAL',
};

/** The description of a posting that the control catches; mostly none. */
export function drawDescription(draw: () => number): { description?: string } {
  return draw() < 0.2 ? { description: DESCRIPTION } : {};
}

export const planControls: PlanChooser = ({ draw }) => {
  const username = draw() < 0.3 ? 'operator' : 'configurator';
  return { operation: 'replaceControls', username, body: { controls: [CONTROL] } };
};

export const planChangeDecision: PlanChooser = ({ own, draw }) => {
  const request = pickRecent(draw, own.changes);
  if (request === undefined) return undefined;
  const path = { requestId: request.id };
  const approval = { operation: 'approveChangeRequest', path, body: {} } as const;
  if (request.maker === 'operator' && draw() < 0.3) {
    return { ...approval, username: 'operator', refusal: 'self_approval' };
  }
  if (draw() < 0.8) return approval;
  if (draw() < 0.5) {
    return { operation: 'withdrawChangeRequest', username: request.maker, path, body: {} };
  }
  return { operation: 'rejectChangeRequest', path, body: { reason: 'Not needed.' } };
};
