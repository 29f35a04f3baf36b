// The projections have caught up, and a rebuild from the receipts gives the same, item by item.
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

export const checkProjections: SoakCheck = async (scene) => {
  const late = await waitForProjections(scene);
  const redriven = await redriveFailures(scene);
  const store = openLocalProjections(scene.rig.place.ledger);
  try {
    const all = await Promise.all(PROJECTION_NAMES.map((name) => compareProjection(store, name)));
    const count = all.reduce((sum, one) => sum + one.count, 0);
    const findings = [...late, ...redriven.findings, ...all.flatMap((one) => one.findings)];
    const what = `${count} projected records like a rebuild, ${redriven.messages} failures redriven`;
    return { subject: what, findings };
  } finally {
    store.documents.destroy();
  }
};

async function waitForProjections(scene: SoakState): Promise<string[]> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const late = await listLateProjections(scene);
    if (late.length === 0 || performance.now() > until) return late;
    await sleep(PAUSE_MS);
  }
}

async function listLateProjections(scene: SoakState): Promise<string[]> {
  const all = await Promise.all(
    scene.observations.map(async ({ tenant }) => {
      const { body } = await requireAnswer(scene, tenant, 'getProjectionStatus');
      return (body as { projection_name: string; lag_seconds: number }[])
        .filter(({ lag_seconds: lag }) => lag > 0)
        .map(
          ({ projection_name: name, lag_seconds: lag }) => `${tenant}: ${name} is ${lag} s late`,
        );
    }),
  );
  return all.flat();
}

/** What the stream gave up on, as the runbook says. */
async function redriveFailures({
  rig,
}: SoakState): Promise<{ messages: number; findings: string[] }> {
  const consumers = openLocalConsumers(rig.place);
  const done = await Promise.all(
    CONSUMER_NAMES.map(async (name) => ({ name, ...(await redrive(consumers[name])) })),
  );
  return {
    messages: done.reduce((sum, { messages }) => sum + messages, 0),
    findings: done.flatMap(({ name, kept: stored }) =>
      stored.map((reason) => `${name}: ${reason}`),
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
      ...changed.map((key) => `${name}: ${key} is not what a rebuild makes of it`),
    ],
  };
}

/** Of all tenants, in the generation that is read; by tenant and by what they are about. */
async function readServedRecords(store: Store, name: ProjectionName): Promise<RecordsByEntity> {
  const { active } = (await readControl(store)).projections[name];
  const partition = new RegExp(`^T#([^#]+)#PRJ#${name}#G${active}$`);
  const records = new Map<string, unknown>();
  for (const item of await readAllItems(store)) {
    const tenant = partition.exec(item.PK)?.[1];
    if (tenant === undefined) continue;
    const record = { ...fromProjectionItem(item), isVisible: item['visible'] === true };
    records.set(`${tenant} ${item.SK}`, record);
  }
  return records;
}

async function readAllItems(store: Store): Promise<Item[]> {
  const items: Item[] = [];
  let start: Key | undefined;
  do {
    const place = { segment: 0, of: 1, start };
    const page = await scanPage(store, store.projectionsTable ?? '', place);
    items.push(...page.items);
    start = page.next;
  } while (start);
  return items;
}
