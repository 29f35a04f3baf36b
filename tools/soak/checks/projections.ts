// Checks that the projections have caught up, and that a rebuild from the receipts gives the same items.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PROJECTION_NAMES } from '../../../functions/domain/projections/projector.ts';
import type { ProjectionName } from '../../../functions/domain/projections/projector.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import type { Key } from '../../../functions/ledger/store/keys.ts';
import { readControl } from '../../../functions/ledger/projections/generations.ts';
import { fromProjectionItem } from '../../../functions/ledger/projections/items.ts';
import { scanPage } from '../../../functions/ledger/projections/segments.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { rebuildProjection } from '../../../functions/projections/rebuild/rebuild.ts';
import {
  CONSUMER_NAMES,
  openLocalConsumers,
  openLocalProjections,
} from '../../../commands/projections/connect.ts';
import { redrive } from '../../../commands/projections/redrive.ts';
import { requireAnswer, compareIds } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 100;
const SEGMENTS = 4;

export const checkProjections: SoakCheck = async (state) => {
  const lateBefore = await waitForProjections(state);
  const redriven = await redriveFailures(state);
  // What is in a dead-letter queue makes a projection late until it is redriven.
  const late = redriven.messages > 0 ? await waitForProjections(state) : lateBefore;
  const store = openLocalProjections(state.rig.connection.ledger);
  try {
    const all = await Promise.all(PROJECTION_NAMES.map((name) => compareProjection(store, name)));
    const count = all.reduce((sum, one) => sum + one.count, 0);
    const findings = [...late, ...redriven.findings, ...all.flatMap((one) => one.findings)];
    const subject = `${count} projected records equal a rebuild, ${redriven.messages} failures redriven`;
    return { subject, findings };
  } finally {
    store.documents.destroy();
  }
};

async function waitForProjections(state: SoakState): Promise<string[]> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const late = await listLateProjections(state);
    if (late.length === 0 || performance.now() > deadline) return late;
    await sleep(PAUSE_MS);
  }
}

async function listLateProjections(state: SoakState): Promise<string[]> {
  const all = await Promise.all(
    state.observations.map(async ({ tenant }) => {
      const { body } = await requireAnswer(state, tenant, 'getProjectionStatus');
      return (body as { projection_name: string; lag_seconds: number }[])
        .filter(({ lag_seconds: lag }) => lag > 0)
        .map(
          ({ projection_name: name, lag_seconds: lag }) => `${tenant}: ${name} is ${lag} s late`,
        );
    }),
  );
  return all.flat();
}

/** Redrives the dead-letter queues of the stream, as the runbook says. */
async function redriveFailures({
  rig,
}: SoakState): Promise<{ messages: number; findings: string[] }> {
  const consumers = openLocalConsumers(rig.connection);
  const redriven = await Promise.all(
    CONSUMER_NAMES.map(async (name) => ({ name, ...(await redrive(consumers[name])) })),
  );
  return {
    messages: redriven.reduce((sum, { messages }) => sum + messages, 0),
    findings: redriven.flatMap(({ name, kept: reasons }) =>
      reasons.map((reason) => `${name}: ${reason}`),
    ),
  };
}

type RecordsByEntity = ReadonlyMap<string, unknown>;

async function compareProjection(store: Store, name: ProjectionName) {
  const served = await readServedRecords(store, name);
  const options = { segments: SEGMENTS, report: () => undefined, graceMs: 0 };
  const { failed } = await rebuildProjection(store, name, options);
  const rebuilt = await readServedRecords(store, name);
  const changed = [...served.keys()].filter(
    (key) => rebuilt.has(key) && !isDeepStrictEqual(served.get(key), rebuilt.get(key)),
  );
  const failures = failed > 0 ? [`${name}: ${failed} events could not be applied`] : [];
  return {
    count: rebuilt.size,
    findings: [
      ...failures,
      ...compareIds(`${name}:`, new Set(rebuilt.keys()), [...served.keys()]),
      ...changed.map((key) => `${name}: ${key} differs from its rebuild`),
    ],
  };
}

/** Reads the records of all tenants in the active generation, by tenant and sort key. */
async function readServedRecords(store: Store, name: ProjectionName): Promise<RecordsByEntity> {
  const { active } = (await readControl(store)).projections[name];
  const partition = new RegExp(`^T#([^#]+)#PRJ#${name}#G${active}(#.*)?$`, 's');
  const records = new Map<string, unknown>();
  for (const item of await readAllItems(store)) {
    const [, tenant, list = ''] = partition.exec(item.PK) ?? [];
    if (tenant === undefined) continue;
    const record = { ...fromProjectionItem(item), isVisible: item['visible'] === true };
    records.set(`${tenant}${list} ${item.SK}`, record);
  }
  return records;
}

async function readAllItems(store: Store): Promise<Item[]> {
  const items: Item[] = [];
  let start: Key | undefined;
  do {
    const segment = { segment: 0, of: 1, start };
    const page = await scanPage(store, store.projectionsTable ?? '', segment);
    items.push(...page.items);
    start = page.next;
  } while (start);
  return items;
}
