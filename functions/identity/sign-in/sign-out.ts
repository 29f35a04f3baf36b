// Sign-out by OpenID Connect RP-Initiated Logout. The operator must confirm, because a link on any page
// can lead here.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml, buildPage, buildPageHeaders } from './page.ts';

/** The provider's form carries the anti-forgery token; the buttons here submit it. */
export function showSignOutForm(context: KoaContextWithOIDC, form: string): void {
  const target = context.oidc.session?.state?.postLogoutRedirectUri;
  const formTargets = typeof target === 'string' ? [new URL(target).origin] : [];
  context.set(buildPageHeaders({ formTargets }));
  context.body = buildPage(
    'Sign out',
    `<p>${describeSignOut(context)} signs you out of every application in this browser.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button class="second" type="submit" form="op.logoutForm">Stay signed in</button>`,
  );
}

export function showSignedOut(context: KoaContextWithOIDC): void {
  context.set(buildPageHeaders());
  context.body = buildPage('Signed out', '<p>You can close this window.</p>');
}

function describeSignOut(context: KoaContextWithOIDC): string {
  const name = context.oidc.client?.clientName;
  return name === undefined ? 'This' : `<strong>${escapeHtml(name)}</strong>`;
}
