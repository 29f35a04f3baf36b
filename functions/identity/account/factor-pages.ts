import { formatUsername } from '../operators.ts';
import type { Operator } from '../operators.ts';
import { buildErrorNote, buildPage, escapeHtml, formatMinute } from '../sign-in/page.ts';
import {
  buildAppEnrolment,
  buildDetails,
  buildPasskeyForm,
} from '../sign-in/second-factor-form.ts';
import type { PasskeyRequest } from '../sign-in/second-factor-form.ts';
import { APP_ID } from '../storage/second-factors.ts';
import type { AuthenticatorApp, Passkey, SecondFactors } from '../storage/second-factors.ts';

export interface FactorsPageFields {
  readonly mount: string;
  readonly operator: Operator;
  readonly factors: SecondFactors;
  readonly passkey: PasskeyRequest;
  /** The secret for an authenticator app. */
  readonly secret: string;
  readonly errorMessage: string | undefined;
  readonly isCodeOpen?: boolean;
}

/** The path of the page. */
export const FACTORS_PATH = '/account/second-factors';

/** Builds the page on which operators see, set up and remove their second factors. */
export function buildFactorsPage(fields: FactorsPageFields): string {
  const { mount, operator, factors, passkey, secret, errorMessage, isCodeOpen = false } = fields;
  const { app, passkeys } = factors;
  const action = `${mount}${FACTORS_PATH}`;
  const username = formatUsername(operator);
  const items = [
    ...passkeys.map((own) => buildItem(action, own.id, describePasskey(own))),
    ...(app === undefined ? [] : [buildItem(action, APP_ID, describeApp(app))]),
  ];
  const list = items.length === 0 ? '<p>You have none.</p>' : `<ul>${items.join('\n')}</ul>`;
  // A message about passkeys does not describe the field of the code.
  const codeMessage = isCodeOpen ? errorMessage : undefined;
  const appButton = app === undefined ? 'Set up the app' : 'Replace the app';
  return buildPage(
    'Second factors',
    `<p>What you prove besides your password, <strong>${escapeHtml(username)}</strong>.</p>
${buildErrorNote(errorMessage)}
${list}
<h2>Add a passkey</h2>
<p>This device or a security key checks your fingerprint, face or PIN.</p>
${buildPasskeyForm({ action, passkey }, { ceremony: 'create', button: 'Add a passkey' })}
${buildDetails(
  app === undefined ? 'Set up an authenticator app' : 'Replace the authenticator app',
  { isCodeOpen },
  buildAppEnrolment({ action, username, secret, errorMessage: codeMessage }, appButton),
)}
<p class="note"><a href="${escapeHtml(mount)}/account">Back to your account</a></p>`,
  );
}

function buildItem(action: string, id: string, lines: readonly string[]): string {
  const [name = ''] = lines;
  return `<li>${lines.map(escapeHtml).join('<br>')}
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="step" value="remove">
<input type="hidden" name="factor" value="${id}">
<button class="second small" type="submit" aria-label="Remove ${escapeHtml(name)}">Remove</button>
</form></li>`;
}

function describePasskey(passkey: Passkey): string[] {
  const { name, enrolledAt, lastUsedAt, isBackupEligible, isBackedUp } = passkey;
  const use =
    lastUsedAt === undefined ? 'not used yet' : `last used ${formatMinute(new Date(lastUsedAt))}`;
  const copies = isBackedUp ? 'with a backup' : 'may get a backup';
  return [
    name,
    `passkey, set up ${formatMinute(new Date(enrolledAt))}, ${use}`,
    isBackupEligible ? copies : 'on one device only',
  ];
}

function describeApp({ enrolledAt }: AuthenticatorApp): string[] {
  return ['Authenticator app', `codes, set up ${formatMinute(new Date(enrolledAt))}`];
}
