// An authenticator inside Chromium, by its DevTools (WebAuthn Level 3, 11): a device with a fingerprint reader.
import type { Page } from 'playwright-core';

export interface VirtualAuthenticator {
  readonly remove: () => Promise<void>;
}

/** Adds an authenticator, whose user is always present and verified, to the pages of the browser's window. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const remove = async () => {
    await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await devTools.detach();
  };
  return { remove };
}

/** Clicks what is of no use before the script of the page has run. */
export async function clickScripted(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.waitFor();
  await page.waitForLoadState();
  await button.click();
}
