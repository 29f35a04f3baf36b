// Two stacks on one machine, in one browser: each console signs in at its own stack, and neither ends the sign-in of
// the other. Both are the program of `npm start`.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { hasBrowser, inBrowser, launchBrowser } from '../../support/stack/browser.ts';
import { openVisit } from '../../support/stack/visit.ts';
import { temporaryFolder } from '../../local/fixture.ts';
import { findFreeBase } from '../../local/free-ports.ts';

interface StartedStack {
  readonly child: ChildProcess;
  readonly file: {
    readonly base_url: string;
    readonly console_url: string;
    readonly operators: readonly { readonly username: string; readonly password: string }[];
  };
}

const folders = [temporaryFolder(), temporaryFolder()] as const;
const started: StartedStack[] = [];
let browser: Browser;

beforeAll(async () => {
  if (!hasBrowser) return;
  // The second is as far from the first as a person would put it.
  const base = await findFreeBase([1, 2, 10, 100, 101, 102, 200]);
  const ports = [
    ['--port', `${base}`],
    ['--port', `${base + 100}`, '--console-port', `${base + 200}`],
  ];
  for (const [at, flags] of ports.entries()) {
    started.push(await start(folders[at === 0 ? 0 : 1].path, flags));
  }
  expect(started.map(({ file }) => file.console_url)).toEqual([
    `http://localhost:${base + 10}`,
    `http://localhost:${base + 200}`,
  ]);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  for (const { child } of started) {
    child.kill('SIGINT');
    await once(child, 'close');
  }
  folders.forEach((folder) => folder.remove());
});

async function start(folder: string, flags: readonly string[]): Promise<StartedStack> {
  const program = join(import.meta.dirname, '../../../bin/local.ts');
  const child = spawn(process.execPath, [program, '--data', folder, ...flags]);
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  while (!output.includes('Ready in') && child.exitCode === null) await sleep(50);
  if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
  const file = JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as StartedStack['file'];
  expect(output).toContain(` ${file.console_url}\n`);
  return { child, file };
}

async function signIn(page: Page, { file }: StartedStack): Promise<void> {
  const operator = file.operators.find(({ username }) => username === 'maker@aurora');
  await page.goto(file.console_url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(operator?.username ?? '');
  await page.getByLabel('Password').fill(operator?.password ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

inBrowser(
  'each console signs in and reads its own stack, also after the other one did',
  async () => {
    const { context, page, errors } = await openVisit(browser);
    for (const stack of started) await signIn(page, stack);
    for (const { file } of started) {
      const read = page.waitForResponse((answer) =>
        answer.url().startsWith(`${file.base_url}/api/`),
      );
      await page.goto(`${file.console_url}/accounts`);
      expect((await read).status()).toBe(200);
      // The browser is signed in at this one still.
      await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    }
    expect(errors).toEqual([]);

    // No page of one calls the APIs of the other.
    const [first, second] = started;
    const preflight = (origin: string | undefined) =>
      fetch(`${first?.file.base_url}/api/accounts`, {
        method: 'OPTIONS',
        headers: { Origin: origin ?? '', 'Access-Control-Request-Method': 'GET' },
      });
    const allowed = (await preflight(first?.file.console_url)).headers;
    expect(allowed.get('access-control-allow-origin')).toBe(first?.file.console_url);
    expect(
      (await preflight(second?.file.console_url)).headers.get('access-control-allow-origin'),
    ).not.toBe(second?.file.console_url);
    await context.close();
  },
);
