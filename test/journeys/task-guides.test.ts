// The pages of docs/tasks/, command by command, against one running stack.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maskAnswer, readSteps, runSteps } from '../../commands/prove/documented-steps.ts';
import { findFreePort } from '../../local/http/free-port.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import { LIMITED_TENANT } from '../support/stack/stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'task-guides-'));
const stackFile = join(folder, 'stack.json');

let stack: SignedInStack;
beforeAll(async () => {
  stack = await startSignedInStack();
  // A reader is in the folder of the repository.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { administration, local } = stack;
  const identity = { table: administration.table.name, endpoint: local.endpoint };
  writeFileSync(stackFile, JSON.stringify({ auth_url: stack.authUrl, identity }));
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

// As `npm start` sets up its operators.
const PERMISSIONS = {
  maker: 'finance.read finance.write',
  checker: 'finance.read finance.approve',
  configurator: 'finance.read configuration.write',
  compliance: 'compliance.operate',
};

/** Shell functions that take the place of signing in and of npm, and the folder for files. */
async function writePrelude(tenant: string): Promise<string> {
  const cases = Object.entries(PERMISSIONS).map(async ([name, scope]) => {
    const token = await stack.token({ sub: `op_${randomUUID()}`, tenant_id: tenant, scope });
    return `${name}) TOKEN=${token};;`;
  });
  return [
    `cd ${folder}`,
    // What a failed page has left running.
    "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT",
    `as() { case $1 in ${(await Promise.all(cases)).join(' ')} esac; }`,
    'npm() { local name=$3; shift 4',
    `  if [ $name = admin ]; then set -- "$@" --stack ${stackFile}; fi`,
    `  ${process.execPath} ${ROOT}/bin/$name.ts "$@"; }`,
  ].join('\n');
}

/** Runs the page and returns what each step printed beside what the page shows. */
async function runPage(page: string): Promise<{ printed: unknown[]; shown: unknown[] }> {
  const { urls } = stack.local;
  const token = await stack.token({ tenant_id: 'aurora', scope: 'finance.read finance.write' });
  const port = await findFreePort();
  const steps = readSteps(`docs/tasks/${page}.md`).map(({ command, answer }) => ({
    answer,
    command: command
      .replace(/^BASE=.*/m, `BASE=${stack.baseUrl}`)
      .replace(/^WORKBENCH=.*/m, `WORKBENCH=${urls['workbench_url']}`)
      .replace(/^AUTH=.*/m, `AUTH=${stack.authUrl}`)
      .replace(/^PORT=.*/m, `PORT=${port}`)
      .replace(/^TOKEN=the-.*/m, `TOKEN=${token}`)
      .replace(/^as\(\).*\n/m, ''),
  }));
  const prelude = { command: await writePrelude(`task-${page}`), answer: undefined };
  const [, ...answers] = await runSteps([prelude, ...steps]);

  const documented = steps.filter(({ answer }) => answer !== undefined);
  return {
    printed: answers.filter((_, index) => steps[index]?.answer !== undefined).map(maskAnswer),
    shown: documented.map(({ answer = '' }) => maskAnswer(answer)),
  };
}

/** Posts an entry in the month that is closed, and waits until its trial balance has it. */
async function postInMonth(): Promise<void> {
  const token = await stack.token({
    tenant_id: 'task-close-a-month',
    scope: 'finance.read finance.write',
  });
  const account = {
    customer_id: 'cus-1',
    product_id: 'current-account',
    name: 'Ada',
    currency: 'EUR',
  };
  const { body: opened } = await stack.post('/api/accounts', account, { token });
  const entry = {
    effective_date: '2026-10-15',
    ledger_lines: [
      { account_code: '1000-CASH', debit_amount: '7.00' },
      { account_code: '2000-OTHER', credit_amount: '7.00' },
    ],
    account_postings: [
      { account_id: opened.id, direction: 'CREDIT', amount: '7.00', currency: 'EUR' },
    ],
  };
  expect((await stack.post('/api/journal-entries', entry, { token })).status).toBe(201);
  const path = '/api/general-ledger/trial-balance?from=2026-10-01&to=2026-10-31';
  while ((await stack.get(path, { token })).body.totals.length === 0) await sleep(50);
}

const PREPARATIONS: Readonly<Record<string, () => Promise<void>>> = {
  'close-a-month': postInMonth,
};

test.each([
  ['page-through-a-list', 3],
  ['retry-safely', 4],
  ['limits', 2],
  ['approve-and-reject', 2],
  ['close-a-month', 3],
  ['verify-an-export', 2],
  ['give-a-service-access', 2],
  ['own-identity-provider', 2],
  ['receive-webhooks', 4],
])('docs/tasks/%s.md prints what it shows', async (page, answers) => {
  await PREPARATIONS[page]?.();
  const { printed, shown } = await runPage(page);

  expect(shown).toHaveLength(answers);
  expect(printed).toEqual(shown);
});

test('a tenant beyond its own limits gets 429 throttled with Retry-After, as docs/tasks/limits.md says', async () => {
  const token = await stack.token({ tenant_id: LIMITED_TENANT });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => stack.get('/api/accounts', { token })),
  );
  const refused = answers.filter(({ status }) => status !== 200);

  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([429, 'throttled']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
