// No operation reads or writes an item of another tenant, whatever its arguments: every partition
// of every request to the store starts with the caller's tenant. The calls are in
// test/support/scenarios.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { writeTokenHolder } from '../../../functions/identity/storage/directory.ts';
import type { TokenHolder } from '../../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { SEALED_TENANTS_PARTITION } from '../../../functions/ledger/evidence/tenants.ts';
import { CONTROL_KEY } from '../../../functions/ledger/projections/generations.ts';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { sealCursor } from '../../../functions/runtime/cursors.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { runPeriodClose } from '../../support/accounting-periods/closings.ts';
import { setExportSchedule } from '../../support/fixtures/batches/export-schedules.ts';
import { startWatchedExports, runExportTasks } from '../../support/fixtures/batches/exports.ts';
import type { WatchedExports } from '../../support/fixtures/batches/exports.ts';
import { readSealedRecords } from '../../support/evidence/log-scenarios.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { asTenant } from '../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions, OperationCaller } from '../../support/stack/ledger.ts';
import {
  consumeRecords,
  projectReceipts,
  readReceipts,
  toStreamRecords,
} from '../../support/projections/projections.ts';
import { listPartitions } from '../../support/invariants/partitions.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { leaveFailedDelivery } from '../../support/webhooks/failed-delivery.ts';
import { createScenarioRecords } from '../../support/scenarios/scenario-records.ts';
import type { ScenarioRecords } from '../../support/scenarios/scenario-records.ts';
import { runYearClosings } from '../../support/scenarios/scenario-year.ts';
import { scenarios } from '../../support/scenarios/scenarios.ts';

const [ours, theirs] = ['acme', 'acme_2'];
const names = Object.keys(operations) as OperationName[];

let ledger: WatchedExports;
let our: ScenarioRecords;
let their: ScenarioRecords;
let theirItems: Map<string, Item>;
beforeAll(async () => {
  ledger = await startWatchedExports();
  const others = asTenant(ledger, theirs);
  const yearClosings = await runYearClosings(ledger, theirs, others);
  their = { ...(await createScenarioRecords(others, 'theirs')), yearClosings };
  our = {
    ...(await createScenarioRecords(ledger)),
    yearClosings: await runYearClosings(ledger, ours),
  };
  for (const tenantId of [ours, theirs]) {
    await setExportSchedule(ledger, tenantId);
    const holder = {
      tenantId,
      id: 'ada',
      kind: 'OPERATOR',
      issuer: 'https://id.example',
      names: {},
    };
    await writeTokenHolder(
      openIdentityTable(ledger.identityTable),
      holder as TokenHolder,
      new Date(),
    );
  }
  await runExportTasks(theirs, their.batch);
  await runPeriodClose(theirs, their.approvedClosing);
  await projectReceipts(ledger, theirs);
  await others.call('testWebhook', { path: { webhookId: their.webhook } });
  await leaveFailedDelivery(ledger, theirs, their.webhook);
  await ledger.call('testWebhook', { path: { webhookId: our.webhook } });
  our = { ...our, delivered: await leaveFailedDelivery(ledger, ours, our.webhook) };
  their = { ...their, sealed: await sealFor(theirs, others, their.entry) };
  our = { ...our, sealed: await sealFor(ours, ledger, our.entry) };
  theirItems = await itemsOf(theirs);
});
beforeEach(() => {
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

function sealFor(tenant: string, caller: OperationCaller, entry: string) {
  return readSealedRecords(caller, entry, () => sealLog(tenant));
}

async function itemsOf(tenant: string): Promise<Map<string, Item>> {
  const items = (await readAllTables()).filter(({ PK }) => PK.startsWith(`T#${tenant}#`));
  return new Map(items.map((item) => [`${item.PK} ${item.SK}`, item]));
}

async function readAllTables(): Promise<Item[]> {
  const { tables } = ledger;
  return (await Promise.all(Object.values(tables).map((table) => readAllItems(table)))).flat();
}

/** The partitions of other tenants that were touched; must be empty. */
function listStrayRequests(): string[] {
  return ledger.proxy.requests
    .flatMap((request) => {
      const partitions = listPartitions(request);
      // All tenants share the generations of the projections, which hold no tenant data.
      const isReading = request.operation === 'GetItem';
      return partitions.filter((one) => !isReading || one !== CONTROL_KEY.PK);
    })
    .filter((partition) => !partition.startsWith(`T#${ours}#`))
    .filter((partition) => !OUR_IDENTITY_PARTITIONS.has(partition));
}

// The records of administration are in the table of the identity service: those of the tenant, those of
// what its operators change of their own credentials, and those of the deployment, which hold no tenant data.
const OUR_IDENTITY_PARTITIONS: ReadonlySet<string> = new Set([
  'Audit#',
  `Audit#${ours}`,
  `OwnChanges#${ours}`,
  `Directory#${ours}`,
  // The names of all tenants, of which an operation reads its own by the sort key.
  'Tenants',
]);

async function callAll(name: OperationName, calls: readonly CallOptions[]): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = [];
  for (const options of calls) answers.push(await ledger.call(name, options));
  return answers;
}

// Hostile values for an id or a name that might reach a partition of another tenant.
const hostile: readonly ((text: string) => string)[] = [
  () => their.account,
  () => `T#${theirs}#BAL#${their.account}`,
  (text) => `${text}#T#${theirs}#BAL#${their.account}`,
  (text) => `../${theirs}/${text}`,
  () => `#${theirs}#`,
  (text) => `${text}\u0000T#${theirs}`,
];

/** Copies of the value, each with `spoil` applied to one of its texts. */
function spoilValues(value: unknown, spoil: (text: string) => string): unknown[] {
  if (typeof value === 'string') return [spoil(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    spoilValues(inner, spoil).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  );
}

/** Calls with one hostile text each, in the path, the query or the body. */
function hostileCalls(calls: readonly CallOptions[]): CallOptions[] {
  const variants = calls.flatMap(({ path, query, body, ...others }) => {
    return hostile.flatMap((spoil) =>
      (spoilValues({ path, query, body }, spoil) as CallOptions[]).map((one) => {
        const { key: _, ...rest } = others;
        return { ...rest, ...one };
      }),
    );
  });
  const distinct = new Map(variants.map((options) => [JSON.stringify(options), options]));
  return [...distinct.values()];
}

/** The list after each of these keys, under a cursor that is genuine for our tenant. */
function forgedCursors(name: OperationName, calls: readonly CallOptions[]): CallOptions[] {
  const positions = [their.account, their.loan, `T#${theirs}#BAT`, `${theirs}#~`, ''];
  return calls.flatMap(({ path, query = {}, ...others }) =>
    positions.map((position) => {
      const filters = [path ?? null, query];
      const cursor = sealCursor({ tenant: ours, operation: name, filters }, position);
      return { ...others, path, query: { ...query, cursor } };
    }),
  );
}

test('work on batches and on projections keeps to its tenant', async () => {
  const receipts = await readReceipts(ledger, ours);
  await runExportTasks(ours, our.batch);
  await runPeriodClose(ours, our.approvedClosing);
  await consumeRecords(toStreamRecords(receipts));

  expect(receipts.length).toBeGreaterThan(10);
  expect(ledger.proxy.requests.flatMap(listPartitions).length).toBeGreaterThan(receipts.length);
  expect(listStrayRequests()).toEqual([]);
});

describe.each(names)('%s', (name) => {
  test('keeps to its tenant with its own ids', async () => {
    const answers = await callAll(name, scenarios[name](our));

    expect(answers.map(({ status }) => status)).toContain(operations[name].success);
    expect(ledger.proxy.requests.length).toBeGreaterThan(0);
    expect(listStrayRequests()).toEqual([]);
  });

  test('keeps to its tenant with the ids of another', async () => {
    await callAll(name, scenarios[name](their));

    expect(listStrayRequests()).toEqual([]);
  });

  test('keeps to its tenant with hostile texts', async () => {
    await callAll(name, hostileCalls(scenarios[name](our)));
    if ('list' in operations[name]) await callAll(name, forgedCursors(name, scenarios[name](our)));

    expect(listStrayRequests()).toEqual([]);
  });
});

const UNDER_WAY_MS = 200;

test.each(['', `${ours}#BAL`, `#${theirs}`, `T#${theirs}`, `${ours}\n`])(
  'a tenant named %j does not reach the store',
  async (tenant) => {
    for (const name of names) {
      const calls = scenarios[name](our).map((options) =>
        ledger.call(name, { ...options, tenant }),
      );
      // The authorizer refuses such a token; this test ignores the answer.
      await Promise.allSettled(calls);
    }
    // A request may be on its way although its operation has failed.
    await sleep(UNDER_WAY_MS);

    const others = ledger.proxy.requests.filter(
      (request) => !listPartitions(request).includes(CONTROL_KEY.PK),
    );
    expect(others).toEqual([]);
  },
);

test('a key that another tenant has used is unused here', async () => {
  const key = 'the-same-key-for-both';
  const request = { key, body: { customer_id: 'c', product_id: 'p', name: 'n', currency: 'EUR' } };
  const theirAnswer = await ledger.call('createAccount', { ...request, tenant: theirs });
  theirItems = await itemsOf(theirs);
  const ourAnswer = await ledger.call('createAccount', request);

  expect(ourAnswer.status).toBe(201);
  expect(ourAnswer.body.id).not.toBe(theirAnswer.body.id);
});

test('finally, the items of the other tenant are unchanged', async () => {
  expect(theirItems.size).toBeGreaterThan(50);
  expect(await itemsOf(theirs)).toEqual(theirItems);
});

test('every item belongs to one tenant, by its keys and those of the indexes', async () => {
  // The list of the tenants whose receipts are sealed is that of the deployment.
  const items = (await readAllTables()).filter(({ PK }) => PK !== SEALED_TENANTS_PARTITION);
  const tenants = items.map(
    ({ PK, by_state: state, by_subject: subject, by_time: time, feed, pending, dead }) => {
      const own = [PK, state, subject, time, feed, pending, dead].map(
        (text = PK) => /^T#([^#]+)#/.exec(String(text))?.[1],
      );
      return [...new Set(own)].join(' and ');
    },
  );

  expect([...new Set(tenants)].toSorted()).toEqual([ours, theirs]);
});
