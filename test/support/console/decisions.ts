// A maker asks in the console, and a checker decides in another window.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { buildControls } from '../controls/controls.ts';
import type { ControlBody } from '../controls/controls.ts';
import { CONSOLE_ORIGIN } from '../stack/templates.ts';
import { TENANT } from './console-rig.ts';
import type { ConsoleRig } from './console-rig.ts';

/** Replaces the controls over the API, which takes two operators. Ends when every function knows them. */
export async function setControls(
  { stack, token }: ConsoleRig,
  controls: readonly ControlBody[],
): Promise<void> {
  const body = { controls: buildControls(controls) };
  const asked = await stack.request('PUT', '/api/controls', { token, body });
  const checker = { token: await stack.token({ tenant_id: TENANT, sub: 'grace' }) };
  const path = `/api/change-requests/${asked.body.id}/approve`;
  expect((await stack.post(path, {}, checker)).body.status).toBe('APPLIED');
  await sleep(CACHE_MS);
}

/** Approves the request in the inbox, where it must be the one that is open. */
export async function approveInInbox(page: Page, requestId: string): Promise<void> {
  await page.goto(`${CONSOLE_ORIGIN}/inbox/${requestId}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText(/^Approved: /).waitFor();
}
