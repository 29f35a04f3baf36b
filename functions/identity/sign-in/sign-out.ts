// Signing out, as OpenID Connect RP-Initiated Logout has it. The operator is asked, because a link
// on any page can lead here.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml, page, pageHeaders } from './page.ts';

/** The provider's form carries the anti-forgery value; the buttons here submit it. */
export function askToSignOut(context: KoaContextWithOIDC, form: string): void {
  const target = context.oidc.session?.state?.postLogoutRedirectUri;
  const formTargets = typeof target === 'string' ? [new URL(target).origin] : [];
  context.set(pageHeaders({ formTargets }));
  context.body = page(
    'Sign out',
    `<p>${reasonOf(context)} signs you out of every application in this browser.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button class="second" type="submit" form="op.logoutForm">Stay signed in</button>`,
  );
}

export function sayGoodbye(context: KoaContextWithOIDC): void {
  context.set(pageHeaders());
  context.body = page('Signed out', '<p>You can close this window.</p>');
}

function reasonOf(context: KoaContextWithOIDC): string {
  const name = context.oidc.client?.clientName;
  return name === undefined ? 'This' : `<strong>${escapeHtml(name)}</strong>`;
}
