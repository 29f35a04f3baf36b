// A page in a browser, with its errors and requests.
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface PageVisit {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * Errors and warnings of the console, uncaught exceptions, violations of the content security
   * policy.
   */
  readonly errors: string[];
  /** The URLs of all requests, from any window. */
  readonly requests: string[];
}

/** Only ends a wait that hangs, on however busy a machine. */
const WAIT_MS = 240_000;

export async function openVisit(browser: Browser, viewport = { width: 1280, height: 900 }) {
  // What fades in has too little contrast for a while.
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  context.setDefaultTimeout(WAIT_MS);
  const errors: string[] = [];
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // Of a request that failed, the text has the status alone.
    errors.push([message.text(), message.location().url].filter(Boolean).join(' '));
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  await context.exposeFunction('reportViolation', (text: string) => errors.push(text));
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI));`);
  return { page: await context.newPage(), context, errors, requests } satisfies PageVisit;
}
