// What an operator reads on the page of second factors, and enters there.
import { Secret, TOTP } from 'otpauth';
import type { BrowserPage } from '../../../commands/token/form-browser.ts';

/** How long an app shows a code. */
export const STEP_MS = 30_000;

/** The secret that the page offers to an authenticator app; empty if it offers none. */
export function readSecret({ html }: BrowserPage): string {
  const [, secret = ''] = /<code id="secret">([A-Z2-7 ]+)<\/code>/.exec(html) ?? [];
  return secret.replaceAll(' ', '');
}

/** The code that an app with the secret shows. */
export function showCode(secret: string, timestamp = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** The codes of the present and of the minute before and after it: more than a service may accept. */
export const listNearCodes = (secret: string): string[] =>
  [-2, -1, 0, 1, 2].map((steps) => showCode(secret, Date.now() + steps * STEP_MS));

/** A code that the app shows at none of these times: a fixed one may be right by chance. */
export function showWrongCode(secret: string): string {
  const near = listNearCodes(secret);
  const codes = Array.from({ length: near.length + 1 }, (_, number) => `00000${number}`);
  return codes.find((code) => !near.includes(code)) ?? '';
}

/** The fields that set up an app with the offered secret. */
export const enterCode = (page: BrowserPage) => ({ code: showCode(readSecret(page)) });

/** The fields that remove the first passkey of the page. */
export const removePasskey = ({ html }: BrowserPage) => ({
  step: 'remove',
  factor: /name="factor" value="(passkey_\w+)"/.exec(html)?.[1] ?? '',
});
