// Events of controls and of change requests.
import type { Controls } from '../domain/controls/controls.ts';
import type { ChangeRequest } from '../domain/requests/change-requests.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { buildDecisionEvent } from './decision.ts';

/** The aggregate of the controls: a tenant has them once. */
const CONTROLS_ID = 'controls';

/** Builds the event of replaced controls; the answer is its payload. */
export function buildControlsReplacedEvent({ version }: Controls): EventDraft {
  return { type: 'controls.replaced', aggregateId: CONTROLS_ID, version, payloadAt: '' };
}

/** Builds the event of a submitted or decided change request; the answer is its payload. */
export function buildChangeRequestEvent(request: ChangeRequest): EventDraft {
  return buildDecisionEvent('change_request', request);
}
