// The steps that all operations that define a workflow share.
import { Refusal } from '../../domain/refusals/refusals.ts';
import { WORKFLOW_PRESETS } from '../../domain/workflows/presets.ts';
import type { PresetName } from '../../domain/workflows/presets.ts';
import type { Workflow, WorkflowDefinition } from '../../domain/workflows/workflows.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import type { Outcome } from '../../ledger/commit/outcome.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readPreset } from '../../ledger/workflows/reads.ts';
import { buildWorkflowWrites } from '../../ledger/workflows/writes.ts';
import { toWorkflowView } from '../../views/workflow.ts';

/** Commits a new workflow with its event. */
export function commitWorkflow(
  session: Session,
  definition: WorkflowDefinition,
  now: Date,
  preset?: PresetName,
): Promise<Outcome> {
  const { store, tenant: tenantId } = session;
  const id = buildIdGenerator(store.shards)(now)('wfl');
  const workflow: Workflow = { ...definition, id, tenantId, createdAt: now.toISOString() };
  return commit(session, {
    writes: buildWorkflowWrites(session, workflow, preset),
    events: [{ type: 'workflow.created', aggregateId: id, version: 1, payloadAt: '' }],
    status: 201,
    body: toWorkflowView(workflow),
  });
}

/** Creates the workflow of a preset: two requests to the store. Refuses with preset_exists. */
export async function commitPreset(
  session: Session,
  preset: PresetName,
  now: Date,
): Promise<Outcome> {
  const existing = await readPreset(session, preset);
  if (existing !== undefined) {
    throw new Refusal('preset_exists', `The preset ${preset} is the workflow ${existing}.`);
  }
  return commitWorkflow(session, WORKFLOW_PRESETS[preset], now, preset);
}
