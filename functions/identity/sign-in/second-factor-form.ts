// The pages of a sign-in's second step, and their parts, which the page of second factors has too. Without
// JavaScript they say so, and the code of an app works.
import { renderSVG } from 'uqr';
import { buildAppAddress } from '../second-factor/authenticator-app.ts';
import { buildErrorNote, buildErrorReference, buildPage, escapeHtml } from './page.ts';

export interface FactorFormFields {
  readonly action: string;
  readonly username: string;
  readonly errorMessage: string | undefined;
}

export interface PasskeyRequest {
  /** What the browser is asked for. */
  readonly options: object;
  readonly scriptAddress: string;
}

export interface PasskeyFormFields extends FactorFormFields {
  readonly passkey: PasskeyRequest;
  /** Whether the page shows the code of the app at once. */
  readonly isCodeOpen: boolean;
}

export interface PasskeyPageFields extends PasskeyFormFields {
  readonly hasApp: boolean;
}

export interface EnrolmentFormFields extends PasskeyFormFields {
  readonly secret: string;
}

/** Builds the page that asks for the code of the authenticator app. */
export function buildCodeForm(fields: FactorFormFields): string {
  return buildPage(
    'Enter your code',
    `<p>to sign in as <strong>${escapeHtml(fields.username)}</strong></p>
${buildErrorNote(fields.errorMessage)}
${buildCodeFields(fields, { button: 'Sign in', isFocused: true })}
${buildRestartForm(fields)}`,
  );
}

/** Builds the page that asks for a passkey, and for a code in its place if there is an app. */
export function buildPasskeyPage(fields: PasskeyPageFields): string {
  const lost = fields.hasApp
    ? buildDetails('Use a code instead', fields, buildCodeFields(fields, { button: 'Sign in' }))
    : '<p class="note">If you have lost your passkeys, ask your administrator.</p>';
  return buildPage(
    'Use your passkey',
    `<p>to sign in as <strong>${escapeHtml(fields.username)}</strong></p>
${buildErrorNote(fields.errorMessage)}
${buildPasskeyForm(fields, { ceremony: 'use', button: 'Use your passkey' })}
${lost}
${buildRestartForm(fields)}`,
  );
}

/** Builds the page that enrols the first factor: a passkey, or an authenticator app. */
export function buildEnrolmentForm(fields: EnrolmentFormFields): string {
  return buildPage(
    'Set up your second factor',
    `<p>Your institution requires a second factor for <strong>${escapeHtml(fields.username)}</strong>. With a
 passkey, this device or a security key checks your fingerprint, face or PIN.</p>
${buildErrorNote(fields.errorMessage)}
${buildPasskeyForm(fields, { ceremony: 'create', button: 'Set up a passkey and sign in' })}
${buildDetails('Use an authenticator app instead', fields, buildAppEnrolment(fields, 'Set up and sign in'))}
${buildRestartForm(fields)}`,
  );
}

export interface PasskeyButton {
  readonly ceremony: 'create' | 'use';
  readonly button: string;
}

/** Builds the form of a ceremony, and the script that fills it in. */
export function buildPasskeyForm(
  { action, passkey }: Pick<PasskeyFormFields, 'action' | 'passkey'>,
  { ceremony, button }: PasskeyButton,
): string {
  const name =
    ceremony === 'use'
      ? ''
      : `<label for="passkey-name">Name of the passkey</label>
<input id="passkey-name" name="passkey_name" type="text" maxlength="64" autocomplete="off"
 placeholder="Laptop, or key on the key ring">`;
  return `<form method="post" action="${escapeHtml(action)}" data-ceremony="${ceremony}"
 data-options="${escapeHtml(JSON.stringify(passkey.options))}">
<input type="hidden" name="step" value="passkey">
<input type="hidden" name="credential" value="">
${name}
<div class="bad" role="alert" hidden></div>
<noscript><div class="bad">Passkeys need JavaScript. Please allow it for this page.</div></noscript>
<button type="submit">${button}</button>
</form>
<script src="${escapeHtml(passkey.scriptAddress)}" defer></script>`;
}

/** Builds the enrolment of an authenticator app, by a QR code or the secret in it. */
export function buildAppEnrolment(
  fields: Omit<EnrolmentFormFields, 'passkey' | 'isCodeOpen'>,
  button: string,
): string {
  const { secret, username } = fields;
  const image = renderSVG(buildAppAddress(secret, username), { border: 2 });
  return `<p>Scan the image with an authenticator app on your phone, or enter the key below it.</p>
${image.replace('<svg ', '<svg role="img" aria-label="The key as a QR code" ')}
<p>Key: <code id="secret">${formatSecret(secret)}</code></p>
${buildCodeFields(fields, { button })}`;
}

/** Builds the part of a page that opens on demand. */
export function buildDetails(
  summary: string,
  { isCodeOpen }: Pick<PasskeyFormFields, 'isCodeOpen'>,
  body: string,
): string {
  return `<details${isCodeOpen ? ' open' : ''}>
<summary>${summary}</summary>
${body}
</details>`;
}

interface CodeButton {
  readonly button: string;
  readonly isFocused?: boolean;
}

function buildCodeFields(
  { action, errorMessage }: Pick<FactorFormFields, 'action' | 'errorMessage'>,
  { button, isFocused = false }: CodeButton,
): string {
  const described = buildErrorReference(errorMessage);
  return `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="step" value="code">
<label for="code">Code of your authenticator app</label>
<input id="code" name="code" type="text" required maxlength="16" autocomplete="one-time-code"
 inputmode="numeric" placeholder="123456" autocorrect="off" spellcheck="false"${described}${isFocused ? ' autofocus' : ''}>
<button type="submit">${button}</button>
</form>`;
}

function buildRestartForm({ action }: Pick<FactorFormFields, 'action'>): string {
  return `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="step" value="restart">
<button class="second" type="submit">Sign in as someone else</button>
</form>`;
}

/** In groups of four, which are easier to type. */
function formatSecret(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
