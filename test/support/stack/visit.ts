// A page in a browser, with all that a user would find in its console.
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface PageVisit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, uncaught exceptions, violations of the policy. */
  readonly errors: string[];
  /** Every address that was asked for, in any window. */
  readonly requests: string[];
}

export async function openVisit(browser: Browser, viewport = { width: 1280, height: 900 }) {
  const context = await browser.newContext({ viewport });
  const errors: string[] = [];
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  await context.exposeFunction('complain', (text: string) => errors.push(text));
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    complain(event.violatedDirective + ' ' + event.blockedURI));`);
  return { page: await context.newPage(), context, errors, requests } satisfies PageVisit;
}
