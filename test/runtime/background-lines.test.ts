// What the log lines and metrics of background work contain: alarms count them (docs/runbook.md).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureOutput } from '../support/fixtures/captured-output.ts';
import type { CapturedOutput } from '../support/fixtures/captured-output.ts';

process.env['POWERTOOLS_LOG_LEVEL'] = 'INFO';
process.env['POWERTOOLS_METRICS_NAMESPACE'] = 'Countinghouse/test';
const records = await import('../../functions/runtime/telemetry.ts');

type ServiceLine = Record<string, unknown>;

let output: CapturedOutput;
beforeAll(() => {
  output = captureOutput();
});
afterAll(() => output.end());

function readLine(record: () => void): ServiceLine {
  output.texts.length = 0;
  record();
  expect(output.texts).toHaveLength(1);
  return JSON.parse(output.texts[0] ?? '') as ServiceLine;
}

/** The dimensions, and each metric that the line declares with its unit and its value. */
function readMetrics(line: ServiceLine): unknown {
  const { CloudWatchMetrics: sets } = line['_aws'] as {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
  return sets.map(({ Dimensions, Metrics }) => [
    Dimensions,
    Object.fromEntries(Metrics.map(({ Name, Unit }) => [Name, [line[Name], Unit]])),
  ]);
}

const failure = new Error('no answer', { cause: new Error('cut off') });
const failed = { name: 'Error', message: 'no answer' };

test('a run of sealing counts what it sealed, what failed and what is left', () => {
  const totals = { tenants: 3, sealed: 7, failed: 2, unfinished: 1 };

  const line = readLine(() => records.recordSealing({ ...totals, isThorough: false }));

  expect(line).toMatchObject({ level: 'INFO', message: 'sealed', ...totals });
  const counted = { Sealed: [7, 'Count'], SealingFailures: [2, 'Count'] };
  const left = { SealingUnfinished: [1, 'Count'] };
  expect(readMetrics(line)).toEqual([[[['service']], { ...counted, ...left }]]);
});

test('a thorough run of sealing is counted as such', () => {
  const totals = { tenants: 0, sealed: 0, failed: 0, unfinished: 0, isThorough: true };

  const line = readLine(() => records.recordSealing(totals));

  expect(readMetrics(line)).toMatchObject([[[['service']], { ThoroughSealings: [1, 'Count'] }]]);
});

test('a tenant whose receipts could not be sealed is named with the error', () => {
  const line = readLine(() => records.recordSealingFailure('acme', failure));

  expect(line).toMatchObject({ level: 'ERROR', message: 'sealing failed', tenant: 'acme' });
  expect(line['error']).toMatchObject(failed);
});

test('a receipt of which no leaf can be made is counted', () => {
  const line = readLine(() => records.recordUnsealable('acme', failure));

  expect(line).toMatchObject({ level: 'ERROR', message: 'unsealable receipt', tenant: 'acme' });
  expect(line['error']).toMatchObject(failed);
  expect(readMetrics(line)).toEqual([[[['service']], { Unsealable: [1, 'Count'] }]]);
});

test('a witness that did not cosign is counted', () => {
  const line = readLine(() => records.recordWitnessFailure('witness.example', failure));

  expect(line).toMatchObject({ level: 'ERROR', message: 'not cosigned' });
  expect(line).toMatchObject({ witness: 'witness.example', error: failed });
  expect(readMetrics(line)).toEqual([[[['service']], { WitnessFailures: [1, 'Count'] }]]);
});

test('a verification counts what it checked and found', () => {
  const counts = { Checked: 9, Differences: 1, Unfinished: 0 };

  const line = readLine(() => records.recordVerification({ sound: false }, counts));

  expect(line).toMatchObject({ level: 'INFO', message: 'verified', verdict: { sound: false } });
  const counted = { Checked: [9, 'Count'], Differences: [1, 'Count'], Unfinished: [0, 'Count'] };
  expect(readMetrics(line)).toEqual([[[['service']], counted]]);
});

test('each difference and each remark of a verification has its line', () => {
  const difference = readLine(() => records.recordDifference({ record: 'acc_1' }));
  const remark = readLine(() => records.recordRemark('A segment was divided.'));

  expect(difference).toMatchObject({ level: 'ERROR', difference: { record: 'acc_1' } });
  expect(remark).toMatchObject({ level: 'INFO', remark: 'A segment was divided.' });
});

test('a batch of a consumer counts its events, by consumer', () => {
  const counts = { Events: 5, Failed: 1, LagMilliseconds: 1_250 };

  const line = readLine(() => records.recordBatch('projections', counts));

  expect(line).toMatchObject({ level: 'INFO', message: 'consumed', consumer: 'projections' });
  const counted = { Events: [5, 'Count'], Failed: [1, 'Count'] };
  const lag = { LagMilliseconds: [1_250, 'Milliseconds'] };
  expect(readMetrics(line)).toEqual([[[['service', 'consumer']], { ...counted, ...lag }]]);
});

test('what a consumer cannot read or apply is named with the error', () => {
  const unread = readLine(() => records.recordUnreadable('publisher', 'key-1', failure));
  const event = { event_id: 'evt_1' };
  const unapplied = readLine(() => records.recordUnapplied('publisher', event, failure));

  expect(unread).toMatchObject({ level: 'ERROR', consumer: 'publisher', receipt: 'key-1' });
  expect(unread['error']).toMatchObject(failed);
  expect(unapplied).toMatchObject({ level: 'ERROR', consumer: 'publisher', event, error: failed });
});

test('a task is named with its tenant and batch, whether it is done or has failed', () => {
  const run = { name: 'write-export-slice', tenant: 'acme', batchId: 'bat_1' };

  const done = readLine(() => records.recordTask({ ...run, milliseconds: 12.6 }));
  const left = readLine(() => records.recordTaskFailure({ ...run, error: failure }));

  expect(done).toMatchObject({ level: 'INFO', message: 'task done', ...run, milliseconds: 13 });
  expect(left).toMatchObject({ level: 'ERROR', message: 'task failed', ...run, error: failed });
});
