// Previews of decisions: what an operation, or the approval of a request, would commit now (ADR 111).
import { isFinalRefusal } from '../domain/requests/change-requests.ts';
import type { RequestCause } from '../domain/requests/change-requests.ts';
import type { Refusal } from '../domain/refusals/refusals.ts';
import type { LedgerChange } from '../ledger/commit/ledger-change.ts';
import type { Decide } from '../ledger/commit/mutation.ts';
import { previewChange } from '../ledger/commit/mutation.ts';
import type { Session } from '../ledger/commit/session.ts';
import { batchGet } from '../ledger/store/batch-get.ts';
import { formatKey } from '../ledger/store/keys.ts';
import { listShownItems, toDecisionPreviewView } from '../views/controls/decision-preview.ts';
import { obeyControls } from './obey-controls.ts';
import type { ControlledRun } from './obey-controls.ts';

/** What would be committed, or why nothing would be. */
export type PreviewedChange =
  | { readonly change: LedgerChange; readonly refusal?: never }
  | { readonly change?: never; readonly refusal: Refusal };

interface PreviewedRun extends Pick<ControlledRun, 'stored' | 'now'> {
  readonly control?: ControlledRun['control'] | undefined;
}

/** Previews a decision. Throws what is about the moment, and no refusal of the decision. */
export async function previewDecision(session: Session, decide: Decide): Promise<PreviewedChange> {
  try {
    return { change: await previewChange(session, decide) };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return { refusal: error };
  }
}

/** Previews an operation that controls may catch, or that always takes two operators, as the session's actor. */
export function previewOperation(
  { actorKind = 'SERVICE', ...session }: Session,
  { stored, now, control = 'OPTIONAL' }: PreviewedRun,
  decide: Decide,
): Promise<PreviewedChange> {
  const actor = { id: session.actor, kind: actorKind };
  return previewDecision(session, (deciding) => {
    const obeying = obeyControls(deciding, { control, stored, actor, now });
    return decide({ ...deciding, ...obeying });
  });
}

/** The control that a previewed operation would be caught by. */
export function readCatchingControl({ change }: PreviewedChange): RequestCause | undefined {
  if (change?.status !== 202 || !change.effect) return undefined;
  return (change.body as { readonly control?: RequestCause }).control;
}

/** Describes a previewed decision: one request for the records that it would replace. */
export async function describePreview(
  session: Session,
  previewed: PreviewedChange,
  { control, now }: { readonly control: RequestCause | undefined; readonly now: Date },
) {
  const decision = { ...previewed, controls: control ? [control] : [] };
  const keys = listShownItems(decision).map(({ PK, SK }) => ({ PK, SK }));
  const items = await batchGet(session.store, session.store.ledgerTable, keys);
  const before = new Map(items.map((item) => [formatKey(item), item]));
  return toDecisionPreviewView(decision, before, now);
}
