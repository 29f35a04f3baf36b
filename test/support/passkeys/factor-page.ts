// What an operator reads on the page of second factors, and enters there.
import { Secret, TOTP } from 'otpauth';
import type { BrowserPage } from '../../../commands/token/form-browser.ts';

/** The secret that the page offers to an authenticator app; empty if it offers none. */
export function readSecret({ html }: BrowserPage): string {
  const [, secret = ''] = /<code id="secret">([A-Z2-7 ]+)<\/code>/.exec(html) ?? [];
  return secret.replaceAll(' ', '');
}

/** The code that an app with the secret shows. */
export function showCode(secret: string, timestamp = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** The fields that set up an app with the offered secret. */
export const enterCode = (page: BrowserPage) => ({ code: showCode(readSecret(page)) });

/** The fields that remove the first passkey of the page. */
export const removePasskey = ({ html }: BrowserPage) => ({
  step: 'remove',
  factor: /name="factor" value="(passkey_\w+)"/.exec(html)?.[1] ?? '',
});
