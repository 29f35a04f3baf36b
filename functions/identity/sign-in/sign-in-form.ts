import { buildErrorNote, buildErrorReference, buildPage, escapeHtml } from './page.ts';

export interface SignInFormFields {
  readonly action: string;
  readonly clientName: string;
  readonly username: string;
  readonly errorMessage?: string;
}

/** Builds the sign-in page. */
export function buildSignInForm({
  action,
  clientName,
  username,
  errorMessage,
}: SignInFormFields): string {
  const described = buildErrorReference(errorMessage);
  const [atName, atPassword] = username === '' ? [' autofocus', ''] : ['', ' autofocus'];
  return buildPage(
    'Sign in',
    `<p>to continue to <strong>${escapeHtml(clientName)}</strong></p>
${buildErrorNote(errorMessage)}
<form method="post" action="${escapeHtml(action)}">
<label for="username">Username</label>
<input id="username" name="username" type="text" value="${escapeHtml(username)}" required
 maxlength="128" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false"
 placeholder="name@tenant" inputmode="email"${described}${atName}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="256"
 autocomplete="current-password"${described}${atPassword}>
<button type="submit">Sign in</button>
</form>`,
  );
}

export const REFUSED_MESSAGE = 'The username or the password is incorrect. Please try again.';

export function buildWaitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const span = seconds < 60 ? `${seconds} seconds` : `${minutes} minute${minutes > 1 ? 's' : ''}`;
  return `Too many attempts. Please wait ${span} and try again.`;
}
