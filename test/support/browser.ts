// A real browser on a page of ours, which notes all that a user would find in its console.
import { existsSync } from 'node:fs';
import { test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) {
  console.error(
    `\n*** NOT TESTED: there is no ${CHROMIUM}, so the journeys in a browser are SKIPPED. ***\n`,
  );
}

/** A test that needs a browser. */
export const inBrowser = hasBrowser ? test : test.skip;

export async function startBrowser(): Promise<Browser | undefined> {
  if (!hasBrowser) return undefined;
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, uncaught exceptions, violations of the policy. */
  readonly complaints: string[];
  /** Every address that was asked for, in any window. */
  readonly requests: string[];
}

export async function visit(browser: Browser, viewport = { width: 1280, height: 900 }) {
  const context = await browser.newContext({ viewport });
  const complaints: string[] = [];
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    complain(event.violatedDirective + ' ' + event.blockedURI));`);
  return { page: await context.newPage(), context, complaints, requests } satisfies Visit;
}
