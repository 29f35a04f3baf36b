// The change of one's own password: the current one, and the new one twice.
import { computeNextSecond, formatUsername, getPasswordHash } from '../operators.ts';
import { authenticate } from '../sign-in/authenticate.ts';
import { describeOperator, showPage } from '../sign-in/interaction-page.ts';
import type { ProviderContext, SignInRoutes } from '../sign-in/interaction-page.ts';
import { hashPassword, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../sign-in/password.ts';
import { buildWaitMessage } from '../sign-in/sign-in-form.ts';
import { replaceOwnPassword } from '../storage/own-credentials.ts';
import { buildChangedPage, buildPasswordForm } from './account-pages.ts';
import { endOtherSessions } from './sessions.ts';
import type { SignedInOperator } from './signed-in-operator.ts';

interface FormFault {
  readonly status?: number;
  readonly errorMessage?: string;
}

export function showPasswordForm(
  { mount }: SignInRoutes,
  context: ProviderContext,
  { operator }: SignedInOperator,
  { status = 200, errorMessage }: FormFault,
): void {
  showPage(
    context,
    status,
    buildPasswordForm({ mount, username: formatUsername(operator), errorMessage }),
  );
}

export async function changeOwnPassword(
  routes: SignInRoutes,
  context: ProviderContext,
  who: SignedInOperator,
  form: URLSearchParams,
): Promise<void> {
  const fault = findFormFault(form) ?? (await replacePassword(routes, context, who, form));
  if (fault !== undefined) return showPasswordForm(routes, context, who, { status: 400, ...fault });
  await endOtherSessions(routes, who);
  routes.log('password changed', describeOperator(who.operator));
  showPage(context, 200, buildChangedPage(`${routes.mount}/account`));
}

function findFormFault(form: URLSearchParams): FormFault | undefined {
  const next = form.get('next_password') ?? '';
  if (next.length < PASSWORD_LENGTH_MIN || next.length > PASSWORD_LENGTH_MAX) {
    const range = `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX}`;
    return { errorMessage: `A password has ${range} characters.` };
  }
  if (next !== form.get('next_password_again')) {
    return { errorMessage: 'The two new passwords are not the same.' };
  }
  if (next === form.get('password')) {
    return { errorMessage: 'The new password is the current one.' };
  }
  return undefined;
}

async function replacePassword(
  { table }: SignInRoutes,
  context: ProviderContext,
  { uid, operator }: SignedInOperator,
  form: URLSearchParams,
): Promise<FormFault | undefined> {
  const username = formatUsername(operator);
  const tried = { username, password: form.get('password') ?? '', address: context.ip };
  const result = await authenticate(table, tried);
  if (result.outcome === 'wait') {
    context.set('Retry-After', String(result.seconds));
    return { status: 429, errorMessage: buildWaitMessage(result.seconds) };
  }
  if (result.outcome === 'refused') return { errorMessage: 'The current password is incorrect.' };
  const isReplaced = await replaceOwnPassword(table, {
    owner: operator,
    seen: getPasswordHash(result.operator),
    assigned: result.operator.passwordHash,
    passwordHash: await hashPassword(form.get('next_password') ?? ''),
    signedInSince: computeNextSecond(),
    keptSession: uid,
  });
  return isReplaced ? undefined : { errorMessage: 'The password was changed elsewhere meanwhile.' };
}
