// Pictures of the console with the demo data, for the README and docs/console.md.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import type { StackFile } from '../../commands/administration/connect.ts';

const CONSOLE = 'http://localhost:4020';
const OPERATOR = 'operator@aurora';
const WINDOW = { width: 1400, height: 800 };

interface Picture {
  readonly name: string;
  /** Opens what the picture shows, and waits until it is there. */
  readonly open: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    name: 'inbox',
    open: async (page) => {
      await page.goto(`${CONSOLE}/inbox`);
      await page.getByRole('button', { name: 'Approve' }).last().waitFor();
    },
  },
  {
    name: 'account',
    open: async (page) => {
      await page.goto(`${CONSOLE}/accounts`);
      await page.getByRole('link', { name: 'Ada Lovelace' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
      await page
        .getByRole('row', { name: /Salary/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'trial-balance',
    open: async (page) => {
      await page.goto(`${CONSOLE}/gl/trial-balance`);
      await page.getByRole('row', { name: /Total/ }).first().waitFor();
    },
  },
];

export interface ScreenshotOptions {
  /** The path of Chromium. */
  readonly executablePath: string;
  readonly folder: string;
  /** Called with the file of each picture. */
  readonly onPicture: (file: string) => void;
}

/** Writes the pictures into the folder. */
export async function takeScreenshots(
  { operators }: Pick<StackFile, 'operators'>,
  { executablePath, folder, onPicture }: ScreenshotOptions,
): Promise<void> {
  const password = operators.find(({ username }) => username === OPERATOR)?.password ?? '';
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: WINDOW, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signIn(page, password);
    for (const { name, open } of pictures) {
      await open(page);
      await page.waitForLoadState('networkidle');
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path });
      onPicture(path);
    }
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto(CONSOLE);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(OPERATOR);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}
