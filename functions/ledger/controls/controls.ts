// Reads and writes of a tenant's controls. Every read is strongly consistent.
import type { Controls } from '../../domain/controls/controls.ts';
import type { Write } from '../commit/commit.ts';
import { buildVersionedWrite } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { batchGet } from '../store/batch-get.ts';
import { keys } from '../store/keys.ts';
import { controlsFields, fromControlsItem } from './items.ts';

/** The controls of the tenant: one request. */
export async function readControls({ store, tenant }: Session): Promise<Controls> {
  const [item] = await batchGet(store, store.ledgerTable, [keys.controls(tenant)]);
  return fromControlsItem(item);
}

/** The controls that a mutation replaces, read by readToDecide. */
export async function readControlsToReplace(session: Session): Promise<Controls> {
  const [item] = await readToDecide(session, [keys.controls(session.tenant)]);
  return fromControlsItem(item);
}

/** Replaces the controls, provided that they have not changed meanwhile. */
export function buildControlsWrite(session: Session, controls: Controls): Write {
  const item = controlsFields.toItem(keys.controls(session.tenant), controls);
  return buildVersionedWrite(session, item, controls.version);
}
