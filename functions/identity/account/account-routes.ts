// The pages of an operator's own account, for the session of the browser.
import { readForm } from '../sign-in/form-body.ts';
import { isSameOrigin, redirectTo, showPage, showProblem } from '../sign-in/interaction-page.ts';
import type {
  ProviderContext,
  ProviderMiddleware,
  SignInRoutes,
} from '../sign-in/interaction-page.ts';
import { buildSignInAddress } from './account-client.ts';
import { buildAccountPage, buildLeftPage } from './account-pages.ts';
import { FACTORS_PATH } from './factor-pages.ts';
import { changeOwnPassword, showPasswordForm } from './password-change.ts';
import { changeSecondFactors, findFactorHolder, showSecondFactors } from './second-factors.ts';
import { describeSessions, endAllSessions } from './sessions.ts';
import { findSignedInOperator } from './signed-in-operator.ts';
import type { SignedInOperator } from './signed-in-operator.ts';

const ROUTES = ['/account', '/account/password', '/account/sessions', FACTORS_PATH];

/** The state of a sign-in that leads to the page of second factors. */
const FACTORS_STATE = 'second-factors';

export function buildAccountRoutes(routes: SignInRoutes): ProviderMiddleware {
  return async (context, next) => {
    if (!ROUTES.includes(context.path)) return next();
    const who = await findSignedInOperator(routes, context);
    if (who === undefined) return startSignIn(routes, context);
    if (context.path === FACTORS_PATH) return serveSecondFactors(routes, context, who);
    if (context.method === 'POST') return submitForm(routes, context, who);
    if (context.path === '/account/password') return showPasswordForm(routes, context, who, {});
    // The address that the sign-in led to has a code, which is of no use.
    if (context.querystring !== '') {
      const path = context.query.state === FACTORS_STATE ? FACTORS_PATH : '/account';
      return redirectTo(context, routes.mount + path);
    }
    return showAccount(routes, context, who);
  };
}

async function serveSecondFactors(
  routes: SignInRoutes,
  context: ProviderContext,
  who: SignedInOperator,
): Promise<void> {
  const holder = await findFactorHolder(routes, who);
  if (holder === undefined) return repeatSignIn(routes, context);
  if (context.method !== 'POST') return showSecondFactors(routes, context, holder);
  const form = await readOwnForm(context);
  if (form === undefined) return showRefusedForm(context);
  return changeSecondFactors(routes, context, holder, form);
}

function repeatSignIn({ provider }: SignInRoutes, context: ProviderContext): void {
  const request = { state: FACTORS_STATE, isRepeated: true };
  redirectTo(context, buildSignInAddress(provider.issuer, request));
}

function startSignIn({ provider }: SignInRoutes, context: ProviderContext): void {
  if (context.querystring === '') return redirectTo(context, buildSignInAddress(provider.issuer));
  // The sign-in led here, and the browser has no session after it: another attempt would loop.
  showProblem(
    context,
    400,
    'You are not signed in',
    'Please allow cookies and open your account again.',
  );
}

async function submitForm(
  routes: SignInRoutes,
  context: ProviderContext,
  who: SignedInOperator,
): Promise<void> {
  const form = await readOwnForm(context);
  if (form === undefined) {
    showRefusedForm(context);
  } else if (context.path === '/account/password') {
    await changeOwnPassword(routes, context, who, form);
  } else if (context.path === '/account/sessions') {
    await endAllSessions(routes, who);
    showPage(context, 200, buildLeftPage(`${routes.mount}/account`));
  } else {
    await showAccount(routes, context, who);
  }
}

/** The form that was posted, unless another site has sent it. */
async function readOwnForm(context: ProviderContext): Promise<URLSearchParams | undefined> {
  return isSameOrigin(context) ? readForm(context.req) : undefined;
}

function showRefusedForm(context: ProviderContext): void {
  showProblem(context, 400, 'The form was not accepted', 'Please open your account again.');
}

async function showAccount(
  routes: SignInRoutes,
  context: ProviderContext,
  who: SignedInOperator,
): Promise<void> {
  const sessions = await describeSessions(routes, who);
  showPage(
    context,
    200,
    buildAccountPage({ mount: routes.mount, operator: who.operator, sessions }),
  );
}
