// The import of a whole chart of accounts: the only one that changes something.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { approveChange, putControls } from '../../support/controls/controls.ts';
import { startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import {
  buildImportRequest,
  buildUploadRequest,
  requestImport,
  runImport,
  runImportTasks,
} from '../../support/fixtures/batches/imports.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { asTenant } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
});
afterAll(async () => {
  try {
    expect((await verifyTables(exports.tables)).differences).toEqual([]);
  } finally {
    await exports.stop();
  }
});

const HEADING = 'code,name,type,currency,parent,status,mappings';
const buildChart = (file: string, members: object = {}) =>
  buildImportRequest(file, { record_type: 'GENERAL_LEDGER_ACCOUNT', ...members });
const importChart = (tenant: string, rows: readonly string[], members: object = {}) =>
  runImport(exports, buildChart([HEADING, ...rows].join('\n'), members), { tenant });

const importLines = (tenant: string, lines: readonly string[]) => {
  const file = { media_type: 'application/x-ndjson' };
  return runImport(exports, buildChart(lines.join('\n'), { file }), { tenant });
};

async function listChart(tenant: string) {
  const query = { limit: '100' };
  const { body } = await exports.call('listGeneralLedgerAccounts', { tenant, query });
  return body.items as { code: string; version: number; parent?: string }[];
}

const upsert = (tenant: string, code: string, members: object = {}) =>
  exports.call('upsertGeneralLedgerAccount', {
    tenant,
    path: { code },
    body: { name: code, type: 'ASSET', ...members },
  });

/** The rejections as `row field code`. */
const readFaults = ({ report }: { report: string }) =>
  report
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 3).join(' '));

test('adds the accounts of a sound file, whatever their order, in the name of the operator', async () => {
  const tenant = 'sound';
  const rows = [
    '1010,Till,ASSET,EUR,10,CLOSED,"HGB=1610; SAF-T=0110"',
    '10,Cash,ASSET,,1,,',
    '1,Assets,ASSET,,,,',
    ...Array.from({ length: 20 }, (_, n) => `2${n},Deposits ${n},LIABILITY,,,ACTIVE,`),
  ];
  const { batch } = await importChart(tenant, rows);

  expect(batch).toMatchObject({ status: 'COMPLETED', control_totals: { accepted_rows: 23 } });
  const chart = await listChart(tenant);
  expect(chart).toHaveLength(23);
  expect(chart.find(({ code }) => code === '1010')).toMatchObject({
    name: 'Till',
    type: 'ASSET',
    normal_side: 'DEBIT',
    currency: 'EUR',
    parent: '10',
    status: 'CLOSED',
    mappings: { HGB: '1610', 'SAF-T': '0110' },
    version: 1,
  });
  const receipts = (await readAllItems(exports.tables.receipts)) as Record<string, unknown>[];
  const events = receipts
    .filter(({ PK, actor }) => String(PK).startsWith(`T#${tenant}#`) && actor === 'carla')
    .flatMap(({ events: all }) => all as { type: string }[]);
  expect(events.filter(({ type }) => type === 'general_ledger_account.created')).toHaveLength(23);
  await projectReceipts(exports, tenant);
  const till = await exports.call('listGeneralLedgerAccountVersions', {
    tenant,
    path: { code: '1010' },
  });
  expect(till.body.items).toMatchObject([
    { version: 1, changed_by: 'carla', content: chart.find(({ code }) => code === '1010') },
  ]);
});

test('replaces accounts that the chart has, and leaves those that are the same', async () => {
  const tenant = 'again';
  await upsert(tenant, 'b', { parent: undefined });
  await upsert(tenant, 'a', { parent: 'b' });
  await upsert(tenant, 'same');
  await upsert(tenant, 'other');

  // The file turns a and b round.
  await importChart(tenant, ['b,b,ASSET,,a,,', 'a,a,ASSET,,,,', 'same,same,ASSET,,,,']);

  const versions = (await listChart(tenant)).map(({ code, version, parent }) => [
    code,
    version,
    parent,
  ]);
  expect(versions).toEqual([
    ['a', 2, undefined],
    ['b', 2, 'a'],
    ['other', 1, undefined],
    ['same', 1, undefined],
  ]);
});

test('reads NDJSON too, with a byte order mark', async () => {
  const lines = [
    { code: '1', name: 'Assets', type: 'ASSET' },
    { code: '10', name: 'Cash', type: 'ASSET', parent: '1', mappings: 'HGB=1600' },
  ].map((line) => JSON.stringify(line));
  await importLines('json', [`\ufeff${lines[0]}`, ...lines.slice(1)]);

  expect((await listChart('json')).map(({ code, parent }) => [code, parent])).toEqual([
    ['1', undefined],
    ['10', '1'],
  ]);
});

test('a file with a fault changes nothing and reports every fault', async () => {
  const tenant = 'faulty';
  await upsert(tenant, 'known', { parent: undefined });
  const imported = await importChart(tenant, [
    '1,Assets,ASSET,,,,',
    '1,Twice,ASSET,,,,',
    ' 2,Code,ASSET,,,,',
    '3,Type,REVENUE,,,,',
    '4,Parent,ASSET,,none,,',
    '5,Parent of the chart,ASSET,,known,,',
    '6,Cycle,ASSET,,7,,',
    '7,Cycle,ASSET,,6,,',
    '8,Mappings,ASSET,,,,HGB',
    '9,Currency,ASSET,eur,,OPEN,',
    ...Array.from({ length: 12 }, (_, n) => `d${n},Deep,ASSET,,${n === 0 ? '' : `d${n - 1}`},,`),
    '..,Dots,ASSET,,,,',
  ]);

  expect(imported.batch).toMatchObject({ status: 'COMPLETED' });
  expect(readFaults(imported)).toEqual([
    '2 code duplicate_code',
    '3 code not_an_account_code',
    '4 type not_one_of',
    '5 parent unknown_parent',
    '7 parent cyclic_parent',
    '8 parent cyclic_parent',
    '9 mappings not_mappings',
    '10 currency pattern_mismatch',
    '10 status not_one_of',
    '22 parent too_deep',
    '23 code not_an_account_code',
  ]);
  expect((await listChart(tenant)).map(({ code }) => code)).toEqual(['known']);
});

test.each([
  [
    'half a surrogate pair',
    [String.raw`{"code":"1000","name":"Cash \ud800","type":"ASSET"}`],
    ['1  malformed_json'],
  ],
  [
    'an empty code and an empty name',
    ['{"code":"","name":"","type":"ASSET"}', '{"code":"1","name":"","type":"ASSET"}'],
    ['1 code required', '1 name required', '2 name required'],
  ],
])('NDJSON with %s changes nothing', async (what, lines, faults) => {
  const tenant = `lines${what.length}`;
  const sound = ['{"code":"2","name":"Sound","type":"ASSET"}'];
  const imported = await importLines(tenant, [...lines, ...sound]);

  expect(imported.batch).toMatchObject({ status: 'COMPLETED' });
  expect(readFaults(imported)).toEqual(faults);
  expect(await listChart(tenant)).toEqual([]);
});

test('an account becomes no part of itself by way of the chart', async () => {
  const tenant = 'around';
  await upsert(tenant, 'a');
  await upsert(tenant, 'b', { parent: 'a' });
  const imported = await importChart(tenant, ['a,a,ASSET,,b,,']);

  expect(readFaults(imported)).toEqual(['1 parent cyclic_parent']);
  expect(await listChart(tenant)).toMatchObject([{ code: 'a', version: 1 }, { code: 'b' }]);
});

test('needs configuration.write, which no other import does', async () => {
  const permissions = ['compliance.operate'];
  const body = buildChart(`${HEADING}\n1,Assets,ASSET,,,,`);

  const refused = await exports.call('submitLegacyImport', { body, permissions });
  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  await requestImport(exports, buildImportRequest('id\n'), { permissions });
});

const later = async (act: () => Promise<unknown>) => {
  // The cached configuration has expired.
  advanceTime(CACHE_MS);
  await act();
  returnToPresent();
};
const ROWS = ['1,Assets,ASSET,,,,', '10,Cash,ASSET,,1,,'];
const CHART_CONTROL = { operation: 'upsertGeneralLedgerAccount' };

test.each([
  [undefined, {}],
  ['request.type == "EQUITY"', { error: expect.stringContaining('file') }],
])('a control of single accounts catches the import of a chart: %s', async (when, cause) => {
  const tenant = `controlled${when?.length ?? ''}`;
  const caller = asTenant(exports, tenant);
  await putControls(caller, [{ ...CHART_CONTROL, ...(when !== undefined && { when }) }]);
  const request = { subject: 'carla', body: buildChart([HEADING, ...ROWS].join('\n')) };
  await later(async () => {
    const caught = await caller.call('submitLegacyImport', request);

    expect(caught.body).toMatchObject({
      operation: 'submitLegacyImport',
      control: { ...CHART_CONTROL, ...cause },
    });
    expect(caught.headers).not.toHaveProperty('Location');
    expect((await caller.call('listLegacyBatches')).body.items).toEqual([]);
    const { result } = (await approveChange(caller, caught.body.id)).body;
    expect(result).toMatchObject({
      requested_by: 'carla',
      request: { change_request_id: caught.body.id },
    });
    await runImportTasks(tenant, result.batchId);
    expect(await listChart(tenant)).toHaveLength(2);
  });
});

test.each(['request.code == "10"', 'actor.id == "carla"'])(
  'an import that was requested before the control does not pass it: %s',
  async (when) => {
    const tenant = `overtaken${when.length}`;
    const caller = asTenant(exports, tenant);
    const body = buildChart([HEADING, ...ROWS].join('\n'));
    const { batchId } = await requestImport(exports, body, { tenant });
    await putControls(caller, [{ ...CHART_CONTROL, when }]);

    await later(async () => {
      await expect(runImportTasks(tenant, batchId)).rejects.toThrow('Request it again');
    });

    expect(await listChart(tenant)).toEqual([]);
  },
);

test('a control that catches none of its accounts lets an import pass', async () => {
  const tenant = 'passing';
  const body = buildChart([HEADING, ...ROWS].join('\n'));
  const { batchId } = await requestImport(exports, body, { tenant });
  const when = 'actor.id == "carla" && request.type == "EQUITY"';
  await putControls(asTenant(exports, tenant), [{ ...CHART_CONTROL, when }]);

  await later(() => runImportTasks(tenant, batchId));

  expect(await listChart(tenant)).toHaveLength(2);
});

test('a file to upload is uploaded after the approval', async () => {
  const caller = asTenant(exports, 'uploading');
  await putControls(caller, [{ operation: 'submitLegacyImport' }]);
  const file = [HEADING, ...ROWS].join('\n');
  const body = buildUploadRequest(file, { record_type: 'GENERAL_LEDGER_ACCOUNT' });
  await later(async () => {
    const caught = await caller.call('submitLegacyImport', { subject: 'carla', body });
    const { result } = (await approveChange(caller, caught.body.id)).body;

    expect(result.status).toBe('AWAITING_UPLOAD');
    const { url, method, headers } = result.upload;
    expect((await fetch(url, { method, headers, body: file })).status).toBe(200);
    await runImportTasks('uploading', result.batchId);
    expect(await listChart('uploading')).toHaveLength(2);
  });
});

test('refuses a chart above 4 MiB', async () => {
  const file = { size_bytes: 4 * 1024 * 1024 + 1, content: undefined };
  const { body } = await exports.call('submitLegacyImport', { body: buildChart('x', { file }) });

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_import' });
});
