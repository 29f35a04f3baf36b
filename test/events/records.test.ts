// The events of records: the record is their aggregate and their payload, and its version theirs.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTemplateBody } from '../../tools/samples/request-bodies.ts';
import { buildWebhookBody } from '../../tools/samples/webhooks/webhooks.ts';
import {
  PERIOD,
  approveLedgerRequest,
  readPeriod,
  requestPeriodChange,
  runPeriodClose,
} from '../support/accounting-periods/closings.ts';
import { readEventsOf } from '../support/contract/committed-events.ts';
import { putControls } from '../support/controls/controls.ts';
import { startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';
import { buildImportRequest, runImport } from '../support/fixtures/batches/imports.ts';

let ledger: TestExports;
beforeAll(async () => {
  ledger = await startExports();
});
afterAll(() => ledger.stop());

const call: TestExports['call'] = async (name, options) => {
  const answer = await ledger.call(name, options);
  expect(answer.status).toBeLessThan(300);
  return answer;
};

test('of a posting template: created, replaced, deleted', async () => {
  const created = (await call('createPostingTemplate', { body: buildTemplateBody() })).body;
  const { id: aggregateId } = created;
  const path = { templateId: aggregateId };
  const body = buildTemplateBody({ name: 'Other', version: 1 });
  const replaced = (await call('replacePostingTemplate', { path, body })).body;
  const deleted = (await call('deletePostingTemplate', { path })).body;

  expect(await readEventsOf(ledger, aggregateId)).toEqual([
    { type: 'posting_template.created', aggregateId, version: 1, payload: created },
    { type: 'posting_template.replaced', aggregateId, version: 2, payload: replaced },
    { type: 'posting_template.deleted', aggregateId, version: 3, payload: deleted },
  ]);
});

test('of a webhook: created, replaced, its secret rotated, deleted; a test and a redrive have its present version', async () => {
  const created = (await call('createWebhook', { body: buildWebhookBody() })).body;
  const { id: aggregateId } = created;
  const path = { webhookId: aggregateId };
  const body = buildWebhookBody({ version: 1 });
  const replaced = (await call('replaceWebhook', { path, body })).body;
  const rotated = (await call('rotateWebhookSecret', { path, body: {} })).body;
  const tested = (await call('testWebhook', { path })).body;
  const redriven = (await call('redriveWebhookDeliveries', { path, body: {} })).body;
  const deleted = (await call('deleteWebhook', { path })).body;

  expect(await readEventsOf(ledger, aggregateId)).toEqual([
    { type: 'webhook.created', aggregateId, version: 1, payload: created },
    { type: 'webhook.replaced', aggregateId, version: 2, payload: replaced },
    { type: 'webhook.redriven', aggregateId, version: 3, payload: redriven },
    { type: 'webhook.secret_rotated', aggregateId, version: 3, payload: rotated },
    { type: 'webhook.tested', aggregateId, version: 3, payload: tested },
    { type: 'webhook.deleted', aggregateId, version: 4, payload: deleted },
  ]);
});

test('of a period and of the settings that name it: closing, closed, reopened', async () => {
  const periods: object[] = [];
  const settings: object[] = [];
  const note = async () => {
    periods.push(await readPeriod(ledger));
    settings.push((await call('getGeneralLedgerSettings')).body);
  };
  const { id: closing } = await requestPeriodChange(ledger, 'close');
  await approveLedgerRequest(ledger, closing);
  await note();
  await runPeriodClose('acme', closing);
  await note();
  const { id: reopening } = await requestPeriodChange(ledger, 'reopen');
  await approveLedgerRequest(ledger, reopening);
  await note();

  const types = ['closing', 'closed', 'reopened'];
  expect(await readEventsOf(ledger, PERIOD)).toEqual(
    types.map((type, index) => {
      const [aggregateId, payload] = [PERIOD, periods[index]];
      return { type: `general_ledger_period.${type}`, aggregateId, version: index + 1, payload };
    }),
  );
  const aggregateId = 'general-ledger-settings';
  expect(await readEventsOf(ledger, aggregateId)).toEqual(
    settings.map((payload, index) => {
      return { type: 'general_ledger_settings.updated', aggregateId, version: index + 1, payload };
    }),
  );
});

test('of controls, which a tenant has once', async () => {
  const versions: object[] = [];
  for (const operation of ['createLoan', 'createSchema']) {
    await putControls(ledger, [{ operation }]);
    versions.push((await call('getControls')).body);
  }

  expect(await readEventsOf(ledger, 'controls')).toEqual(
    versions.map((payload, index) => {
      return { type: 'controls.replaced', aggregateId: 'controls', version: index + 1, payload };
    }),
  );
});

test('of an import: requested, started, completed', async () => {
  const { batch } = await runImport(ledger, buildImportRequest('account_reference\nA\n'));
  const { batchId: aggregateId } = batch;

  const events = await readEventsOf(ledger, aggregateId);
  expect(events.map(({ type, version }) => [type, version])).toEqual([
    ['legacy_import.requested', 1],
    ['legacy_import.started', 2],
    // What has been validated is a version too.
    ['legacy_import.completed', 4],
  ]);
  const { started_at } = batch;
  expect(events[0]?.payload).toMatchObject({ batchId: aggregateId, status: 'ACCEPTED' });
  expect(events[1]?.payload).toMatchObject({ status: 'RUNNING', started_at });
  expect(events[2]?.payload).toEqual(batch);
  expect(Date.parse(batch.completed_at)).toBeGreaterThanOrEqual(Date.parse(started_at));
});
