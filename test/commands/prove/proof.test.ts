// The proof against programs that answer as those of AWS do; what uses the APIs is in test/journeys.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { alarms } from '../../../commands/prove/alarms-step.ts';
import { ProofLog } from '../../../commands/prove/proof-log.ts';
import type { ProofStep } from '../../../commands/prove/proof.ts';
import { redact } from '../../../commands/prove/redact.ts';
import { buildProgramRunner } from '../../../commands/prove/run-program.ts';
import { runProof } from '../../../commands/prove/run-proof.ts';
import { PROOF_STEPS } from '../../../commands/prove/stage-steps.ts';
import { describeNextSteps } from '../../../commands/restore/switch-steps.ts';
import { buildProofContext } from '../../support/prove/proof-context.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proof-'));
  file = join(folder, 'log', 'proof.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

const readLines = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const ran: string[] = [];
const build = (
  name: string,
  run: ProofStep['run'] = () => Promise.resolve({ seen: name }),
): ProofStep => {
  return { name, does: name, checks: name, run: (context) => (ran.push(name), run(context)) };
};

async function prove(steps: ProofStep[], options: { from?: string; keeps?: boolean } = {}) {
  ran.length = 0;
  const log = new ProofLog(file);
  const failed = await runProof(
    steps,
    buildProofContext(() => ''),
    { ...options, log, report: () => undefined },
  );
  return { failed, ran: [...ran] };
}

test('a failed step ends the proof, and the stage is deleted all the same', async () => {
  const broken = build('second', () => Promise.reject(new Error('broken')));
  const steps = [build('first'), broken, build('third'), build('destroy')];

  expect(await prove(steps)).toEqual({ failed: ['second'], ran: ['first', 'second', 'destroy'] });
  expect(readLines().map(({ step, event }) => `${step} ${event}`)).toEqual([
    'first started',
    'first passed',
    'second started',
    'second failed',
    'destroy started',
    'destroy passed',
  ]);
  expect(await prove(steps, { keeps: true })).toEqual({
    failed: ['second'],
    ran: ['first', 'second'],
  });
});

test('a later run continues at a step, with what the earlier ones found out', async () => {
  const first = build('first', () =>
    Promise.resolve({ seen: 'made', facts: { table: 'restored' } }),
  );
  const second = build('second', ({ facts }) => Promise.resolve({ seen: `has ${facts.table}` }));
  const steps = [first, second, build('destroy')];
  await prove([first], { keeps: true });

  expect(await prove(steps, { from: 'second' })).toEqual({
    failed: [],
    ran: ['second', 'destroy'],
  });
  expect(readLines().find(({ step, event }) => step === 'second' && event === 'passed')?.seen).toBe(
    'has restored',
  );
  await expect(prove(steps, { from: 'other' })).rejects.toThrow('first, second, destroy');
  await expect(prove(steps, { from: 'destroy', keeps: true })).rejects.toThrow('--keep leaves out');
});

test('a line of the log that was cut keeps no step from its run', async () => {
  await prove([build('first', () => Promise.resolve({ seen: '', facts: { table: 'restored' } }))]);
  appendFileSync(file, '{"at":"2026-11-');
  const last = build('destroy', ({ facts }) => Promise.resolve({ seen: `has ${facts.table}` }));

  expect(await prove([last])).toEqual({ failed: [], ran: ['destroy'] });
});

test('the log has no secrets', async () => {
  const secret = [
    'token=abcdefgh12345678',
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl',
    'AKIAIOSFODNN7EXAMPLE',
    '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----',
    '{"SecretAccessKey":"wJalrXUtnFEMI","SessionToken":"IQoJb3JpZ2lu"}',
    '-----BEGIN PRIVATE KEY-----\nMIGH',
  ].join(' ');
  await prove([build('first', () => Promise.reject(new Error(secret))), build('destroy')]);

  const text = readFileSync(file, 'utf8');
  expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(4);
  expect(text).not.toMatch(/abcdefgh1|eyJ|AKIA|MIGH|wJalr|IQoJ/);
  expect(readLines().map(({ event }) => event)).toContain('failed');
  expect(redact('12 alarms fired')).toBe('12 alarms fired');
});

function runAlarms(history: string, actions: string[] = ['arn:aws:sns:eu-north-1:1:topic']) {
  // As in CloudWatch, an alarm that is set to the state that it has is not published.
  let state = 'ALARM';
  let isPublished = false;
  const context = buildProofContext((line) => {
    const set = /--state-value (\w+)/.exec(line)?.[1];
    if (set !== undefined) {
      isPublished ||= set === 'ALARM' && state !== 'ALARM';
      state = set;
    }
    if (line.includes(' describe-alarms '))
      return JSON.stringify({ MetricAlarms: [{ AlarmName: 'prove-one', AlarmActions: actions }] });
    if (line.includes(' describe-alarm-history '))
      return JSON.stringify({
        AlarmHistoryItems: isPublished ? [{ HistorySummary: history }] : [],
      });
    return '';
  });
  return { result: alarms.run(context), lines: context.lines };
}

test('each alarm is fired, and has to be published', async () => {
  const { result, lines } = runAlarms(
    'Successfully executed action arn:aws:sns:eu-north-1:1:topic',
  );

  expect((await result).seen).toBe('1 alarms fired, and the topic took each');
  expect(lines[2]).toContain('set-alarm-state --alarm-name prove-one --state-value ALARM');
  await expect(runAlarms('Failed to execute action arn:aws:sns:x').result).rejects.toThrow(
    'not published: prove-one',
  );
  await expect(runAlarms('', []).result).rejects.toThrow('without an action: prove-one');
});

const find = (name: string) => PROOF_STEPS.find((one) => one.name === name) as ProofStep;

test('the restored tables are put in place, and what derives from them is rebuilt', async () => {
  const restored = { name: 'countinghouse-prove-receipts-1', streamArn: 'arn:stream' };
  const context = buildProofContext((line) =>
    line.includes(' restore ')
      ? describeNextSteps('prove', [{ table: 'receipts', ...restored }], new Date(0))
      : '',
  );
  const { facts = {} } = await find('restore').run(context);
  // The smoke test comes last, and there is no stage here.
  await expect(find('switch').run({ ...context, facts })).rejects.toThrow('no stage');

  expect(facts.restoredTables).toBe('countinghouse-prove-receipts-1');
  expect(context.lines[0]).toMatch(
    /^npm run --silent restore -- --to \S+:\d\dZ --apply --stage prove$/,
  );
  expect(context.lines[1]).toMatch(
    /^npx cdk deploy --all .* --parameters countinghouse-prove-data:\w+=countinghouse-prove-receipts-1 --parameters countinghouse-prove-data:\w+=arn:stream$/,
  );
  expect(context.lines.slice(2).map((line) => line.replace('npm run --silent ', ''))).toEqual([
    'projections -- rebuild all --stage prove',
    'evidence -- rebuild --apply --stage prove',
    'verify -- --stage prove',
  ]);
  const afterDeletion = { ...context, facts: { parameters: '', restoredTables: '' } };
  await expect(find('switch').run(context)).rejects.toThrow('--from restore');
  await expect(find('switch').run(afterDeletion)).rejects.toThrow('--from restore');
});

test('the previous release is deployed from its checkout, and this one after it', async () => {
  const folders: (string | undefined)[] = [];
  const context = buildProofContext((_line, from) => String(folders.push(from)));
  const closed = { ledger: 'http://localhost:1', issuer: 'http://localhost:1' };
  const readCredentials = () => Promise.reject(new Error('no key'));
  const openStage = () => Promise.resolve({ addresses: closed, readCredentials });

  // A release that does not work ends the step before the next deployment.
  await expect(find('release').run({ ...context, openStage, facts: {} })).rejects.toThrow('no key');
  expect(folders).toEqual(['/checkout/before']);
});

test('a program that fails is an error with its last lines', async () => {
  const run = buildProgramRunner();

  expect(await run('node', ['-p', '40 + 2'])).toBe('42\n');
  await expect(run('node', ['-e', 'console.error("why"); process.exit(3)'])).rejects.toThrow(
    /ended with 3:\n\s*why/,
  );
});
