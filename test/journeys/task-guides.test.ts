// The pages of docs/tasks/, command by command, against one running stack.
import { randomUUID } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maskAnswer, readSteps, runSteps } from '../../commands/prove/documented-steps.ts';
import { findFreeBase } from '../local/free-ports.ts';
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
  const port = await findFreeBase();
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

/** What the pages have left in the folder, and git would offer to commit and the linter check in a clone. */
function listUnignored(): string[] {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
  return readdirSync(folder).filter(
    (name) =>
      name !== basename(stackFile) &&
      !ignored.includes(`/${name}`) &&
      !ignored.includes(`${name}/`),
  );
}

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
  const { printed, shown } = await runPage(page);

  expect(shown).toHaveLength(answers);
  expect(printed).toEqual(shown);
  expect(listUnignored()).toEqual([]);
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
