import { renderSVG } from 'uqr';
import { buildAppAddress } from '../second-factor/authenticator-app.ts';
import { escapeHtml, buildPage } from './page.ts';

export interface CodeFormFields {
  readonly action: string;
  readonly username: string;
  readonly errorMessage: string | undefined;
}

export interface EnrolmentFormFields extends CodeFormFields {
  readonly secret: string;
}

export const REFUSED_CODE_MESSAGE =
  'The code is incorrect or was used before. Please enter the next one that your app shows.';

/** Builds the page that asks for the code of the authenticator app. */
export function buildCodeForm(fields: CodeFormFields): string {
  return buildPage(
    'Enter your code',
    `<p>to sign in as <strong>${escapeHtml(fields.username)}</strong></p>
${buildForm(fields, 'Sign in')}
${buildRestartForm(fields)}`,
  );
}

/** Builds the page that enrols an authenticator app, by a QR code or the secret in it. */
export function buildEnrolmentForm(fields: EnrolmentFormFields): string {
  const { secret, username } = fields;
  const image = renderSVG(buildAppAddress(secret, username), { border: 2 });
  return buildPage(
    'Set up your second factor',
    `<p>Your institution requires a second factor for <strong>${escapeHtml(username)}</strong>. Scan the
 image with an authenticator app on your phone, or enter the key below it.</p>
${image.replace('<svg ', '<svg role="img" aria-label="The key as a QR code" ')}
<p>Key: <code id="secret">${formatSecret(secret)}</code></p>
${buildForm(fields, 'Set up and sign in')}
${buildRestartForm(fields)}`,
  );
}

// The error message comes before the field, where a screen reader starts.
function buildForm({ action, errorMessage }: CodeFormFields, button: string): string {
  const bad = errorMessage !== undefined;
  const note = bad
    ? `<div class="bad" role="alert" id="error-message">${escapeHtml(errorMessage)}</div>`
    : '';
  const described = bad ? ' aria-describedby="error-message"' : '';
  return `${note}
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="step" value="code">
<label for="code">Code of your authenticator app</label>
<input id="code" name="code" type="text" required maxlength="16" autocomplete="one-time-code"
 inputmode="numeric" placeholder="123456" autocorrect="off" spellcheck="false"${described} autofocus>
<button type="submit">${button}</button>
</form>`;
}

function buildRestartForm({ action }: CodeFormFields): string {
  return `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="step" value="restart">
<button class="second" type="submit">Sign in as someone else</button>
</form>`;
}

/** In groups of four, which are easier to type. */
function formatSecret(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
