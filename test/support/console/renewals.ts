// Tokens that have ended, as a tab of the console with the list of accounts meets them.
import type { Page } from 'playwright-core';
import { CONSOLE_ORIGIN } from '../stack/templates.ts';

/** The reads of the list. */
export const ACCOUNTS = '**/api/accounts?**';

/** Refuses the next read of the tab as one with an old token; ends when the tab reads with another. */
export async function renewTokens(tab: Page): Promise<void> {
  const tokens = new Set<string | undefined>();
  const renewed = tab.waitForRequest((request) => {
    const isRead =
      request.method() === 'GET' && new URL(request.url()).pathname === '/api/accounts';
    if (isRead) tokens.add(request.headers()['authorization']);
    return tokens.size === 2;
  });
  const refusal = { status: 401, headers: { 'Access-Control-Allow-Origin': CONSOLE_ORIGIN } };
  await tab.route(ACCOUNTS, (route) => route.fulfill(refusal), { times: 1 });
  await tab.getByRole('button', { name: 'Read again' }).click();
  await renewed;
}
