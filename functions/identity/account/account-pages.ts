import { formatUsername } from '../operators.ts';
import type { Operator } from '../operators.ts';
import { buildErrorNote, buildErrorReference, buildPage, escapeHtml } from '../sign-in/page.ts';
import { FACTORS_PATH } from './factor-pages.ts';

export interface SessionDescription {
  readonly startedAt: string;
  readonly address: string;
  readonly browser: string;
  readonly applications: readonly string[];
  readonly isOwn: boolean;
}

export interface AccountPageFields {
  readonly mount: string;
  readonly operator: Operator;
  readonly sessions: readonly SessionDescription[];
}

/** Builds the page of the account, with the sessions. */
export function buildAccountPage({ mount, operator, sessions }: AccountPageFields): string {
  return buildPage(
    'Your account',
    `<p>You are signed in as <strong>${escapeHtml(formatUsername(operator))}</strong>.</p>
<p><a href="${escapeHtml(mount)}/account/password">Change the password</a><br>
<a href="${escapeHtml(mount)}${FACTORS_PATH}">Second factors</a></p>
<h2>Sessions</h2>
<ul>
${sessions.map(buildSessionItem).join('\n')}
</ul>
<form method="post" action="${escapeHtml(mount)}/account/sessions">
<button class="second" type="submit">Sign out everywhere</button>
</form>`,
  );
}

function buildSessionItem(session: SessionDescription): string {
  const { startedAt, address, browser, applications, isOwn } = session;
  const parts = [startedAt, address, browser, applications.join(', '), isOwn ? 'this browser' : ''];
  return `<li>${parts
    .filter((part) => part !== '')
    .map(escapeHtml)
    .join('<br>')}</li>`;
}

/** Builds the page that follows the sign-out from all sessions. */
export function buildLeftPage(address: string): string {
  return buildPage(
    'Signed out',
    `<p>You are signed out everywhere. Access tokens that applications hold end within a minute.</p>
<p><a href="${escapeHtml(address)}">Sign in to your account</a></p>`,
  );
}

/** Builds the page that follows the change of the password. */
export function buildChangedPage(address: string): string {
  return buildPage(
    'Password changed',
    `<p>Your password has been changed, and your other sessions have ended.</p>
<p><a href="${escapeHtml(address)}">Your account</a></p>`,
  );
}

export interface PasswordFormFields {
  readonly mount: string;
  readonly username: string;
  readonly errorMessage: string | undefined;
}

/** Builds the page on which an operator changes the password. Password managers read the username. */
export function buildPasswordForm(fields: PasswordFormFields): string {
  const { mount, username, errorMessage } = fields;
  const described = buildErrorReference(errorMessage);
  const field = (name: string, label: string, autocomplete: string) =>
    `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" required maxlength="256"
 autocomplete="${autocomplete}"${described}>`;
  return buildPage(
    'Change the password',
    `<p>12 to 256 characters. Your other sessions end.</p>
${buildErrorNote(errorMessage)}
<form method="post" action="${escapeHtml(mount)}/account/password">
<input name="username" type="text" value="${escapeHtml(username)}" autocomplete="username" hidden readonly>
${field('password', 'Current password', 'current-password')}
${field('next_password', 'New password', 'new-password')}
${field('next_password_again', 'New password again', 'new-password')}
<button type="submit">Change the password</button>
</form>
<p><a href="${escapeHtml(mount)}/account">Back to your account</a></p>`,
  );
}
