// What an operator does in the editors of the configuration, in a browser.
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ConsoleRig } from './console-rig.ts';
import { setControls } from './decisions.ts';

export const CONFIGURATOR = ['finance.read', 'configuration.write'] as const;

/** Leads to a page as a link does; loading the console for each would take long. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
}

/** Lets the first answer to such a request be lost after the commit. Returns how often it was sent. */
export async function cutFirstAnswer(
  rig: ConsoleRig,
  page: Page,
  path: string,
  method: string,
): Promise<() => number> {
  let attempts = 0;
  await page.route(`${rig.stack.local.urls.base_url}${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  return () => attempts;
}

interface PublishedSchema {
  readonly id: string;
  readonly fields: readonly object[];
}

/** Expects that a version which waits for approval is shown on the schema and on the list. */
export async function expectPendingVersion(
  rig: ConsoleRig,
  { id, fields: [field] }: PublishedSchema,
): Promise<void> {
  await setControls(rig, [{ operation: 'importSchema' }]);
  const { context, page } = await rig.signIn('version-maker', CONFIGURATOR);
  await follow(page, `/config/schemas/${id}?form=edit`);
  await page.getByLabel('Fields (JSON)').fill(JSON.stringify([field]));
  await page.getByText('A control then asks another operator to approve it.').waitFor();
  await page.getByRole('button', { name: 'Publish a version' }).click();
  await page.getByText('Nothing has changed yet.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('A change of this waits for approval.').waitFor();
  await follow(page, '/config/schemas');
  await page.getByText('A change of this waits for approval.').waitFor();
  await context.close();

  const { body } = await rig.stack.get('/api/change-requests?operation=importSchema', {
    token: rig.token,
  });
  expect(body.items).toMatchObject([
    { status: 'PENDING_APPROVAL', control: { controls_version: 1 } },
  ]);
}
