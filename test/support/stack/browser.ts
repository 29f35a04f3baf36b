// A real browser, if one is installed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from '../../../tools/screenshots/find-browser.ts';

const executablePath = findBrowser(process.env.CHROMIUM);

export const hasBrowser = executablePath !== undefined;
if (!hasBrowser) {
  console.warn('NOT TESTED IN A BROWSER: Chromium was not found (set CHROMIUM to its path).');
}

/** Skips a test, with a warning, if no browser is installed. */
export const inBrowser = hasBrowser ? test : test.skip;

export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] });
}

/** Saves an image of the page in the folder SCREENSHOTS, if it is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

// The layout follows a new size of the window some frames later.
const SETTLED_OVERFLOW = `new Promise((resolve) => {
  let last, frames = 0;
  const look = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const overflow = scrollWidth - clientWidth;
    frames = overflow === last ? frames + 1 : 0;
    last = overflow;
    if (frames === 30) resolve(overflow);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Measures how many pixels the page is wider than its window, once its layout is settled. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(SETTLED_OVERFLOW);
}

// A string of JavaScript that runs in the page, because `document` does not exist here.
const CONTRASTS = `
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const share = (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map(share);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const findBackground = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 0 ? findBackground(element.parentElement) : color;
  };
  const contrast = (element, part) => {
    const both = [getComputedStyle(element, part).color, findBackground(element)].map(luminance);
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  };
  [...document.querySelectorAll('h1, p, strong, label, input, button, .bad')].flatMap((element) =>
    element.placeholder ? [contrast(element), contrast(element, '::placeholder')] : [contrast(element)]
  );
`;

/** Measures the contrasts of all texts with their backgrounds, as WCAG 2 defines them. */
export function measureContrasts(page: Page): Promise<number[]> {
  return page.evaluate(CONTRASTS);
}
