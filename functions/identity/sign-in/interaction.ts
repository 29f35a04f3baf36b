// The sign-in interaction at /interaction/{uid}. The provider ties it to the browser by a signed cookie;
// without that cookie the uid is useless.
import { errors } from 'oidc-provider';
import type { Operator } from '../operators.ts';
import { authenticate, timeSignIn } from './authenticate.ts';
import { readForm } from './form-body.ts';
import {
  completeSignIn,
  isSameOrigin,
  redirectTo,
  showExpired,
  showInteractionPage,
} from './interaction-page.ts';
import type {
  ProviderContext,
  ProviderMiddleware,
  SignInInteraction,
  SignInRoutes,
} from './interaction-page.ts';
import {
  answerSecondFactor,
  findSecondFactorStep,
  isSecondFactorDue,
  showSecondFactorStep,
  startSecondFactorStep,
} from './second-factor-step.ts';
import { REFUSED_MESSAGE, buildSignInForm, buildWaitMessage } from './sign-in-form.ts';

const ROUTE = /^\/interaction\/([A-Za-z0-9_-]{1,64})$/;

export function buildSignInRoutes(routes: SignInRoutes): ProviderMiddleware {
  return async (context, next) => {
    const uid = ROUTE.exec(context.path)?.[1];
    if (uid === undefined) return next();
    const interaction = await findInteraction(routes, context, uid);
    if (interaction === undefined) return showExpired(context);
    if (context.method === 'POST') return submitForm(routes, context, interaction);
    const step = await findSecondFactorStep(routes.table, uid);
    if (step !== undefined) return showSecondFactorStep(routes, context, interaction, { step });
    return showForm(context, interaction, 200, {});
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
      uid,
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

async function submitForm(
  routes: SignInRoutes,
  context: ProviderContext,
  interaction: SignInInteraction,
): Promise<void> {
  const form = await readForm(context.req);
  if (form === undefined || !isSameOrigin(context)) return showExpired(context);
  if (!form.has('step')) return submitPassword(routes, context, interaction, form);
  const step = await findSecondFactorStep(routes.table, interaction.uid);
  if (step === undefined) {
    return showForm(context, interaction, 400, { errorMessage: 'Please sign in again.' });
  }
  return answerSecondFactor(routes, context, interaction, { step, form });
}

async function submitPassword(
  routes: SignInRoutes,
  context: ProviderContext,
  interaction: SignInInteraction,
  form: URLSearchParams,
): Promise<void> {
  const username = form.get('username') ?? '';
  const address = context.ip;
  const startedAt = Math.floor(Date.now() / 1000);
  const tried = { username, password: form.get('password') ?? '', address };

  const result = await authenticate(routes.table, tried);
  if (result.outcome === 'signed-in') {
    const { operator } = result;
    // A change of the operator after it ends the session.
    const ts = await timeSignIn(operator, startedAt);
    await continueSignIn(routes, context, interaction, { operator, ts });
    return;
  }
  // Form input stays out of the log: a password may have been typed into the wrong field.
  routes.log(result.outcome, { address });
  if (result.outcome === 'wait') {
    context.set('Retry-After', String(result.seconds));
    const errorMessage = buildWaitMessage(result.seconds);
    showForm(context, interaction, 429, { username, errorMessage });
  } else {
    showForm(context, interaction, 400, { username, errorMessage: REFUSED_MESSAGE });
  }
}

interface PasswordSignIn {
  readonly operator: Operator;
  readonly ts: number;
}

async function continueSignIn(
  routes: SignInRoutes,
  context: ProviderContext,
  interaction: SignInInteraction,
  { operator, ts }: PasswordSignIn,
): Promise<void> {
  if (await isSecondFactorDue(routes.table, operator)) {
    await startSecondFactorStep(routes, interaction, operator, ts);
    redirectTo(context, interaction.action);
  } else {
    await completeSignIn(routes, context, operator, { amr: ['pwd'], ts });
  }
}

function showForm(
  context: ProviderContext,
  interaction: SignInInteraction,
  status: number,
  { username = interaction.loginHint, errorMessage }: { username?: string; errorMessage?: string },
): void {
  const { action, clientName } = interaction;
  const html = buildSignInForm({ action, clientName, username, errorMessage });
  showInteractionPage(context, interaction, { status, html });
}
