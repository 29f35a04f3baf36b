// The Idempotency-Key of an export that is requested without one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COUNTINGHOUSE, startStubStage } from '../../support/client/stub-stage.ts';
import type { StubStage } from '../../support/client/stub-stage.ts';

const ROOT = join(import.meta.dirname, '../../..');
const KEY = /^[A-Za-z0-9._:-]{16,128}$/;

let stage: StubStage;
beforeAll(async () => void (stage = await startStubStage()));
afterAll(() => stage.stop());

const PERIOD = ['--from', '2026-08-01', '--to', '2026-08-31', '--retention', '2036-12-31'];
const PROGRAMS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  command: [COUNTINGHOUSE, 'exports', 'request'],
  script: ['bin/export.ts'],
};

/** Requests an export that the service refuses, and returns the key of the request. */
async function readKey(name: string, code: string, ...others: string[]): Promise<string> {
  const refusal = { statusCode: 409, code: 'refused', message: 'No.', correlation_id: 'c-1' };
  stage.answerWith({ status: 409, body: refusal });
  const [program = '', ...words] = PROGRAMS[name] ?? [];
  const flags = ['--code', code, '--format', 'csv', ...PERIOD, ...others];
  expect(await stage.run(program, [...words, ...flags])).toMatchObject({ code: 1 });
  const [request] = stage.listRequests();
  expect(JSON.parse(request?.body ?? '{}')).toMatchObject({ legal_basis_code: code });
  return request?.key ?? '';
}

test.each(Object.keys(PROGRAMS))('the %s makes a valid key of any legal basis', async (name) => {
  const { properties } = JSON.parse(
    readFileSync(join(ROOT, 'schemas/models/request-regulatory-export.json'), 'utf8'),
  );
  const { pattern, maxLength } = properties.legal_basis_code;
  const longest = 'Art. 24 KWG (1)'.padEnd(maxLength, '/');
  const codes = ['Art. 24 KWG (1)', 'A/B', 'A B', longest];
  const keys: string[] = [];
  for (const code of codes) {
    expect(code).toMatch(new RegExp(pattern, 'u'));
    keys.push(await readKey(name, code));
  }

  for (const key of keys) expect(key).toMatch(KEY);
  expect(new Set(keys).size).toBe(codes.length);
  expect(await readKey(name, 'A/B')).toBe(keys[1]);
});

test.each(Object.keys(PROGRAMS))('the %s keeps the key of a plain code', async (name) => {
  expect(await readKey(name, 'BANKING-ACT-24')).toBe(
    'export-BANKING-ACT-24-2026-08-01-2026-08-31-csv',
  );
  expect(await readKey(name, 'BANKING-ACT-24', '--key', 'mine-0123456789abcdef')).toBe(
    'mine-0123456789abcdef',
  );
});
