// The sign-in interaction at /interaction/{uid}. The provider ties it to the browser by a signed cookie;
// without that cookie the uid is useless.
import { errors } from 'oidc-provider';
import type { Provider } from 'oidc-provider';
import { formatUsername } from '../operators.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { authenticate } from './authenticate.ts';
import type { SignInOutcome } from './authenticate.ts';
import { readForm } from './form-body.ts';
import { escapeHtml, buildPage, buildPageHeaders } from './page.ts';
import { REFUSED_MESSAGE, buildSignInForm, buildWaitMessage } from './sign-in-form.ts';

export type SecurityLog = (event: string, details: Record<string, unknown>) => void;

export interface SignInRoutes {
  readonly provider: Provider;
  readonly table: IdentityTable;
  /** The path of the issuer: the part before /interaction. */
  readonly mount: string;
  readonly log: SecurityLog;
}

export type ProviderMiddleware = Parameters<Provider['use']>[0];
type ProviderContext = Parameters<ProviderMiddleware>[0];

interface SignInInteraction {
  readonly action: string;
  readonly clientName: string;
  readonly loginHint: string;
  readonly redirectUri: string;
}

const ROUTE = /^\/interaction\/([A-Za-z0-9_-]{1,64})$/;

export function buildSignInRoutes(routes: SignInRoutes): ProviderMiddleware {
  return async (context, next) => {
    const uid = ROUTE.exec(context.path)?.[1];
    if (uid === undefined) return next();
    const interaction = await findInteraction(routes, context, uid);
    if (interaction === undefined) return showExpired(context);
    if (context.method !== 'POST') return showForm(context, interaction, 200, {});
    return submitSignIn(routes, context, interaction);
  };
}

async function findInteraction(
  { provider, mount }: SignInRoutes,
  context: ProviderContext,
  uid: string,
): Promise<SignInInteraction | undefined> {
  try {
    const { uid: own, params } = await provider.interactionDetails(context.req, context.res);
    if (own !== uid) return undefined;
    const client = await provider.Client.find(String(params.client_id));
    return {
      action: `${mount}/interaction/${uid}`,
      clientName: client?.clientName ?? '',
      loginHint: typeof params.login_hint === 'string' ? params.login_hint : '',
      redirectUri: String(params.redirect_uri),
    };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

async function submitSignIn(
  { provider, table, log }: SignInRoutes,
  context: ProviderContext,
  interaction: SignInInteraction,
): Promise<void> {
  const form = await readForm(context.req);
  if (form === undefined || !isSameOrigin(context)) return showExpired(context);
  const username = form.get('username') ?? '';
  const address = context.ip;
  // The time of the sign-in: a password reset after it invalidates the session.
  const ts = Math.floor(Date.now() / 1000);
  const tried = { username, password: form.get('password') ?? '', address };

  const result = await authenticate(table, tried);
  log(result.outcome, { address, ...readSubject(result) });
  if (result.outcome === 'signed-in') {
    const login = { accountId: result.operator.operatorId, amr: ['pwd'], ts };
    context.status = 303;
    context.redirect(
      await provider.interactionResult(
        context.req,
        context.res,
        { login },
        { mergeWithLastSubmission: false },
      ),
    );
  } else if (result.outcome === 'wait') {
    context.set('Retry-After', String(result.seconds));
    showForm(context, interaction, 429, {
      username,
      errorMessage: buildWaitMessage(result.seconds),
    });
  } else {
    showForm(context, interaction, 400, { username, errorMessage: REFUSED_MESSAGE });
  }
}

// Form input stays out of the log: a password may have been typed into the wrong field.
function readSubject(result: SignInOutcome): Record<string, string> {
  if (result.outcome !== 'signed-in') return {};
  const { operatorId, tenantId } = result.operator;
  return { sub: operatorId, tenant_id: tenantId, username: formatUsername(result.operator) };
}

// Browsers send the origin of a form. The cookie is SameSite; this check covers browsers that ignore
// that.
function isSameOrigin(context: ProviderContext): boolean {
  return ['', 'same-origin', 'none'].includes(context.get('Sec-Fetch-Site'));
}

function showForm(
  context: ProviderContext,
  interaction: SignInInteraction,
  status: number,
  { username = interaction.loginHint, errorMessage }: { username?: string; errorMessage?: string },
): void {
  const { action, clientName, redirectUri } = interaction;
  context.set(buildPageHeaders({ formTargets: [readFormTarget(redirectUri)] }));
  context.status = status;
  context.type = 'html';
  context.body = buildSignInForm({ action, clientName, username, errorMessage });
}

function readFormTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

function showExpired(context: ProviderContext): void {
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
  context.set(buildPageHeaders());
  context.status = status;
  context.type = 'html';
  context.body = buildPage(title, `<p>${escapeHtml(text)}</p>`);
}
