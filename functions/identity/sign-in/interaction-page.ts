// The pages of a sign-in, and what they need of the interaction.
import type { Provider } from 'oidc-provider';
import { formatUsername } from '../operators.ts';
import type { Operator } from '../operators.ts';
import type { RelyingParty } from '../second-factor/passkeys.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { escapeHtml, buildPage, buildPageHeaders } from './page.ts';
import type { PageHeaders } from './page.ts';

export type SecurityLog = (event: string, details: Record<string, unknown>) => void;

export interface SignInRoutes {
  readonly provider: Provider;
  readonly table: IdentityTable;
  /** The path of the issuer: the part before /interaction. */
  readonly mount: string;
  /** The site that the passkeys of the operators belong to. */
  readonly party: RelyingParty;
  readonly log: SecurityLog;
}

export type ProviderMiddleware = Parameters<Provider['use']>[0];
export type ProviderContext = Parameters<ProviderMiddleware>[0];

export interface SignInInteraction {
  readonly uid: string;
  readonly action: string;
  readonly clientName: string;
  readonly loginHint: string;
  readonly redirectUri: string;
}

export interface InteractionPage {
  readonly status: number;
  readonly html: string;
  /** Whether the page has the script of passkeys. */
  readonly hasScript?: boolean;
}

/** Shows a page of the sign-in, whose form may lead to the application. */
export function showInteractionPage(
  context: ProviderContext,
  { redirectUri }: SignInInteraction,
  { status, html, hasScript }: InteractionPage,
): void {
  context.set(buildPageHeaders({ formTargets: [readFormTarget(redirectUri)], hasScript }));
  context.status = status;
  context.type = 'html';
  context.body = html;
}

function readFormTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

/** Leads to another address by GET. */
export function redirectTo(context: ProviderContext, address: string): void {
  context.status = 303;
  context.redirect(address);
}

/** Completes the interaction: the provider starts the session of the operator. */
export async function completeSignIn(
  { provider, log }: SignInRoutes,
  context: ProviderContext,
  operator: Operator,
  { amr, ts }: { readonly amr: string[]; readonly ts: number },
): Promise<void> {
  log('signed-in', { address: context.ip, methods: amr, ...describeOperator(operator) });
  const login = { accountId: operator.operatorId, amr, ts };
  const merge = { mergeWithLastSubmission: false };
  redirectTo(context, await provider.interactionResult(context.req, context.res, { login }, merge));
}

/** How the log names an operator. */
export function describeOperator(operator: Operator): Record<string, string> {
  const { operatorId, tenantId } = operator;
  return { sub: operatorId, tenant_id: tenantId, username: formatUsername(operator) };
}

/**
 * Browsers send the origin of a form. The cookie is SameSite; this check covers browsers that ignore
 * that.
 */
export function isSameOrigin(context: ProviderContext): boolean {
  return ['', 'same-origin', 'none'].includes(context.get('Sec-Fetch-Site'));
}

export function showExpired(context: ProviderContext): void {
  showProblem(
    context,
    400,
    'Sign-in has expired',
    'Please go back to the application and start again.',
  );
}

/** Shows an error page; the text is escaped. */
export function showProblem(
  context: ProviderContext,
  status: number,
  title: string,
  text: string,
): void {
  showPage(context, status, buildPage(title, `<p>${escapeHtml(text)}</p>`));
}

/** Shows a page whose forms lead nowhere but here. */
export function showPage(
  context: ProviderContext,
  status: number,
  html: string,
  headers: PageHeaders = {},
): void {
  context.set(buildPageHeaders(headers));
  context.status = status;
  context.type = 'html';
  context.body = html;
}
