// Answers that are lost after what they answer has taken effect.
import type { Page } from 'playwright-core';

/** Lets the first matching request take effect and cuts its answer; returns how many there were. */
export async function cutFirstAnswer(
  page: Page,
  method: string,
  url: string,
): Promise<() => number> {
  let attempts = 0;
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    attempts += 1;
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  return () => attempts;
}
