import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { exportFormats } from '../../../functions/domain/exports/export-formats.ts';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { buildExportBody, formatDayFromNow } from '../../../tools/samples/request-bodies.ts';
import { requestExport } from '../../support/fixtures/batches/batches.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
// No day ends between a test and its requests.
beforeEach(() => advanceTime(0));
afterEach(returnToPresent);
afterAll(() => ledger.stop());

const ask = (members: Record<string, unknown>, options = {}) =>
  ledger.call('requestRegulatoryExport', { body: buildExportBody(members), ...options });

test('accepts an export and returns the receipt of its batch', async () => {
  const answer = await ask({}, { subject: 'carla', correlationId: 'quarterly-report' });

  expect(answer.status).toBe(202);
  expect(answer.body).toEqual({
    batchId: expect.stringMatching(/^bat_[0-9a-f-]{36}$/),
    type: 'REGULATORY_EXPORT',
    status: 'ACCEPTED',
    request: buildExportBody(),
    format: 'csv',
    format_reason: 'BANKING-ACT-24 is no code that this service knows: CSV.',
    progress: { processed: 0, rejected: 0 },
    requested_by: 'carla',
    correlation_id: 'quarterly-report',
    created_at: expect.any(String),
  });
  expect(answer.headers['Location']).toBe(`/api/legacy-batches/${answer.body.batchId}`);
});

test('stores the event that starts the batch in the receipt of the request', async () => {
  const { batchId } = await requestExport(ledger, {}, { tenant: 'hooli' });
  const receipts = (await readAllItems(ledger.tables.receipts)).filter(({ PK }) =>
    PK.startsWith('T#hooli#'),
  );
  const events = receipts.flatMap(readStoredEvents);

  expect(events).toMatchObject([
    { type: 'regulatory_export.requested', aggregateId: batchId, version: 1 },
  ]);
  expectValid('events/regulatory_export.requested', events[0]?.payload);
});

test('returns the same batch to a repeated request and refuses another body under its key', async () => {
  const key = randomUUID();
  const first = await ask({}, { key, tenant: 'initech' });
  const again = await ask({}, { key, tenant: 'initech' });
  const other = await ask({ legal_basis_code: 'OTHER-ACT' }, { key, tenant: 'initech' });
  const { body } = await ledger.call('listLegacyBatches', { tenant: 'initech' });

  expect(again.text).toBe(first.text);
  expect(again.status).toBe(202);
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(other.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
  expect(body.items).toHaveLength(1);
});

test('creates one batch for many concurrent requests under one key', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask({}, { key, tenant: 'umbrella' })),
  );
  const { body } = await ledger.call('listLegacyBatches', { tenant: 'umbrella' });

  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(body.items).toHaveLength(1);
});

test('drops members that the contract does not name', async () => {
  const answer = await ask({ note: 'urgent', __proto__: { x: 1 } });

  expect(answer.body.request).toEqual(buildExportBody());
});

test('accepts a period of one day, of today, and one that has not ended', async () => {
  for (const [period_from, period_to] of [
    ['2026-01-01', '2026-01-01'],
    [formatDayFromNow(0), formatDayFromNow(0)],
    [formatDayFromNow(-10), formatDayFromNow(10)],
    ['2024-02-29', '2024-02-29'],
  ]) {
    expect((await ask({ period_from, period_to })).status).toBe(202);
  }
});

test.each([
  ['reversed', () => ['2026-02-01', '2026-01-31']],
  ['in the future', () => [formatDayFromNow(1), formatDayFromNow(2)]],
])('refuses a period that is %s', async (_, build) => {
  const [period_from, period_to] = build();
  const answer = await ask({ period_from, period_to });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_period' });
});

test.each(['2026-01-31', '2026-01-30', '1999-01-01'])(
  'refuses a retention until %s, which does not exceed the period',
  async (retention_until) => {
    const answer = await ask({ retention_until });

    expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_retention' });
  },
);

test.each([
  '§ 24c KWG',
  'Art. 6, 1',
  '../../etc',
  '=HYPERLINK("x")',
  '銀行法第24条',
  '💶'.repeat(64),
])('accepts the legal basis %s as free text', async (legal_basis_code) => {
  const { status, body } = await ask({ legal_basis_code });
  const path = { batchId: body.batchId };

  expect(status).toBe(202);
  expect(body.request).toMatchObject({ legal_basis_code });
  expect((await ledger.call('getLegacyBatch', { path })).body).toEqual(body);
});

test.each(['FEC', 'fec 2026', 'FEC-552100555'])(
  'accepts the legal basis %s, which has no SIREN',
  async (legal_basis_code) => {
    const { status, body } = await ask({ legal_basis_code });

    expect({ status, body }).toMatchObject({
      status: 202,
      body: { request: { legal_basis_code } },
    });
  },
);

test.each(exportFormats.map(({ name }) => name))(
  'takes the format %s for a code that requires none, and says so',
  async (format) => {
    const { status, body } = await ask({ format, legal_basis_code: 'SAFT-DE 552100554' });
    const path = { batchId: body.batchId };

    expect(status).toBe(202);
    expect(body).toMatchObject({
      request: { format },
      format,
      format_reason: `The request names the format ${format.toUpperCase()}.`,
    });
    expect((await ledger.call('getLegacyBatch', { path })).body).toEqual(body);
  },
);

test('refuses a format that is unknown or does not fit the legal basis', async () => {
  const fec = { legal_basis_code: 'FEC-552100554' };
  const [unknown, other, same] = [
    await ask({ format: 'saf-t' }),
    await ask({ ...fec, format: 'csv' }),
    await ask({ ...fec, format: 'fec' }),
  ];

  expect(unknown.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(other.body).toMatchObject({ statusCode: 400, code: 'invalid_format' });
  expect(same.body).toMatchObject({
    format: 'fec',
    format_reason: 'FEC-552100554 is a code of the format FEC.',
  });
});

test('keeps the character set of a FEC, and refuses one that another format lacks', async () => {
  const choices = { encoding: 'ISO-8859-15', legal_basis_code: 'FEC-552100554' };
  const accepted = await ask(choices);
  const refused = await ask({ ...choices, legal_basis_code: 'BANKING-ACT-24' });

  expect(accepted.body.request).toMatchObject(choices);
  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_encoding' });
  expect((await ask({ encoding: 'UTF-8' })).status).toBe(202);
});

test.each([-400, -1, 0])('refuses a retention that ends %d days from today', async (days) => {
  const period = { period_from: '2024-01-01', period_to: '2024-01-31' };
  const answer = await ask({ ...period, retention_until: formatDayFromNow(days) });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_retention' });
  expect((await ask({ ...period, retention_until: formatDayFromNow(1) })).status).toBe(202);
});

test('repeats its answer also when the retention has ended since', async () => {
  const key = randomUUID();
  const members = { retention_until: formatDayFromNow(1) };
  const first = await ask(members, { key });
  advanceTime(2 * 86_400_000);
  const [again, other] = [await ask(members, { key }), await ask(members)];

  expect(first.status).toBe(202);
  expect(again.text).toBe(first.text);
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(other.body).toMatchObject({ statusCode: 400, code: 'invalid_retention' });
});

const wrong: Record<string, unknown>[] = [
  { encoding: 'EBCDIC' },
  { period_from: '2026-02-30' },
  { period_from: '2025-02-29' },
  { period_to: '2026-13-01' },
  { period_to: '2026-01-31T00:00:00Z' },
  { period_from: 20260101 },
  { period_from: null },
  { period_to: undefined },
  { retention_until: 'for ever' },
  { retention_until: undefined },
  { legal_basis_code: '' },
  { legal_basis_code: ' ' },
  { legal_basis_code: 'A\nB' },
  { legal_basis_code: '\u00a0\u200b' },
  { legal_basis_code: ' FEC-552100554' },
  { legal_basis_code: 'A\u0085B' },
  { legal_basis_code: 'x'.repeat(65) },
  { legal_basis_code: undefined },
  { legal_basis_code: {} },
];

test.each(wrong)('refuses %j', async (members) => {
  expect((await ask(members)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test.each(['[]', 'null', '"x"', '{'])('refuses the body %s', async (body) => {
  expect((await ledger.call('requestRegulatoryExport', { body })).status).toBe(400);
});

test.each([[['audit.read']], [['finance.read', 'finance.write', 'finance.approve']], [[]]])(
  'requires compliance.operate, not %j',
  async (permissions) => {
    const answer = await ask({}, { permissions });

    expect(answer.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  },
);
