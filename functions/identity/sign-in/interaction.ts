// The sign-in conversation at /interaction/{uid}. The provider ties it to the browser by a signed
// cookie; without that cookie there is no conversation, whatever the uid.
import { errors, type Provider } from 'oidc-provider';
import { usernameOf } from '../operators.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { authenticate, type Outcome } from './authenticate.ts';
import { readForm } from './form-body.ts';
import { escapeHtml, page, pageHeaders } from './page.ts';
import { REFUSED, signInForm, waitSentence } from './sign-in-form.ts';

export type SecurityLog = (event: string, details: Record<string, unknown>) => void;

export interface SignInRoutes {
  readonly provider: Provider;
  readonly table: IdentityTable;
  /** The path of the issuer: what stands before /interaction. */
  readonly mount: string;
  readonly log: SecurityLog;
}

type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

interface Conversation {
  readonly action: string;
  readonly clientName: string;
  readonly loginHint: string;
  readonly redirectUri: string;
}

const ROUTE = /^\/interaction\/([A-Za-z0-9_-]{1,64})$/;

export function signInRoutes(routes: SignInRoutes): Middleware {
  return async (context, next) => {
    const uid = ROUTE.exec(context.path)?.[1];
    if (uid === undefined) return next();
    const conversation = await find(routes, context, uid);
    if (conversation === undefined) return expired(context);
    if (context.method !== 'POST') return show(context, conversation, 200, {});
    return submit(routes, context, conversation);
  };
}

async function find(
  { provider, mount }: SignInRoutes,
  context: Context,
  uid: string,
): Promise<Conversation | undefined> {
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

async function submit(
  { provider, table, log }: SignInRoutes,
  context: Context,
  conversation: Conversation,
): Promise<void> {
  const form = await readForm(context.req);
  if (form === undefined || !isSameOrigin(context)) return expired(context);
  const username = form.get('username') ?? '';
  const address = context.ip;
  // The sign-in counts from here: if the password is reset meanwhile, it counts no more.
  const ts = Math.floor(Date.now() / 1000);
  const tried = { username, password: form.get('password') ?? '', address };

  const result = await authenticate(table, tried);
  log(result.outcome, { address, ...subjectOf(result) });
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
    show(context, conversation, 429, { username, complaint: waitSentence(result.seconds) });
  } else {
    show(context, conversation, 400, { username, complaint: REFUSED });
  }
}

// What was typed into the form stays out of the log: it may be a password in the wrong field.
function subjectOf(result: Outcome): Record<string, string> {
  if (result.outcome !== 'signed-in') return {};
  const { operatorId, tenantId } = result.operator;
  return { sub: operatorId, tenant_id: tenantId, username: usernameOf(result.operator) };
}

// Browsers say where a form came from; the cookie is SameSite, and this holds where that does not.
function isSameOrigin(context: Context): boolean {
  return ['', 'same-origin', 'none'].includes(context.get('Sec-Fetch-Site'));
}

function show(
  context: Context,
  conversation: Conversation,
  status: number,
  { username = conversation.loginHint, complaint }: { username?: string; complaint?: string },
): void {
  const { action, clientName, redirectUri } = conversation;
  context.set(pageHeaders({ formTargets: [targetOf(redirectUri)] }));
  context.status = status;
  context.type = 'html';
  context.body = signInForm({ action, clientName, username, complaint });
}

function targetOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

function expired(context: Context): void {
  showProblem(
    context,
    400,
    'Sign-in has expired',
    'Please go back to the application and start again.',
  );
}

/** A page that says what went wrong, in words of ours or words that are made harmless. */
export function showProblem(context: Context, status: number, title: string, text: string): void {
  context.set(pageHeaders());
  context.status = status;
  context.type = 'html';
  context.body = page(title, `<p>${escapeHtml(text)}</p>`);
}
