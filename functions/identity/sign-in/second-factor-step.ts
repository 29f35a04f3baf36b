// The second step of a sign-in, on the same page as the password: a code, or the enrolment of the first
// factor.
import { isSessionValid, readOperator, formatUsername } from '../operators.ts';
import type { Operator } from '../operators.ts';
import { findTimeStep, generateAppSecret } from '../second-factor/authenticator-app.ts';
import { isSecondFactorRequired } from '../second-factor/requirement.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import {
  deletePendingSignIn,
  readPendingSignIn,
  writePendingSignIn,
} from '../storage/pending-sign-ins.ts';
import type { PendingSignIn } from '../storage/pending-sign-ins.ts';
import {
  enrolAuthenticatorApp,
  readSecondFactors,
  useTimeStep,
} from '../storage/second-factors.ts';
import type { AuthenticatorApp, SecondFactors } from '../storage/second-factors.ts';
import {
  completeSignIn,
  describeOperator,
  redirectTo,
  showInteractionPage,
} from './interaction-page.ts';
import type { ProviderContext, SignInInteraction, SignInRoutes } from './interaction-page.ts';
import { buildCodeForm, buildEnrolmentForm, REFUSED_CODE_MESSAGE } from './second-factor-form.ts';
import { startFactorAttempt } from './sign-in-attempts.ts';
import { buildWaitMessage } from './sign-in-form.ts';

export interface SecondFactorStep {
  readonly pending: PendingSignIn;
  readonly operator: Operator;
  readonly factors: SecondFactors;
}

type FactorOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number };

/** Whether the password alone does not sign this operator in. */
export async function isSecondFactorDue(
  table: IdentityTable,
  operator: Operator,
): Promise<boolean> {
  const [isRequired, { app }] = await Promise.all([
    isSecondFactorRequired(table, operator.tenantId),
    readSecondFactors(table, operator),
  ]);
  return isRequired || app !== undefined;
}

/** Notes that the password was right. */
export async function startSecondFactorStep(
  { table, log }: SignInRoutes,
  { uid }: SignInInteraction,
  operator: Operator,
  signedInAt: number,
): Promise<void> {
  const { operatorId } = operator;
  const offeredSecret = generateAppSecret();
  await writePendingSignIn(table, uid, { operatorId, signedInAt, offeredSecret });
  log('second factor due', describeOperator(operator));
}

/** Finds the sign-in whose password was right, unless the operator was disabled or reset since. */
export async function findSecondFactorStep(
  table: IdentityTable,
  uid: string,
): Promise<SecondFactorStep | undefined> {
  const pending = await readPendingSignIn(table, uid);
  const operator = pending && (await readOperator(table, pending.operatorId));
  if (operator === undefined || !isSessionValid(operator, pending?.signedInAt)) return undefined;
  return pending && { pending, operator, factors: await readSecondFactors(table, operator) };
}

interface StepPage {
  readonly status?: number;
  readonly errorMessage?: string;
}

export function showSecondFactorStep(
  context: ProviderContext,
  interaction: SignInInteraction,
  { pending, operator, factors }: SecondFactorStep,
  { status = 200, errorMessage }: StepPage,
): void {
  const form = { action: interaction.action, username: formatUsername(operator), errorMessage };
  const html =
    factors.app === undefined
      ? buildEnrolmentForm({ ...form, secret: pending.offeredSecret })
      : buildCodeForm(form);
  showInteractionPage(context, interaction, status, html);
}

export async function answerSecondFactor(
  routes: SignInRoutes,
  context: ProviderContext,
  interaction: SignInInteraction,
  { step, form }: { readonly step: SecondFactorStep; readonly form: URLSearchParams },
): Promise<void> {
  if (form.get('step') === 'restart') {
    await deletePendingSignIn(routes.table, interaction.uid);
    redirectTo(context, interaction.action);
    return;
  }
  const result = await tryCode(routes, context, step, form.get('code') ?? '');
  if (result.outcome === 'accepted') {
    await deletePendingSignIn(routes.table, interaction.uid);
    const signIn = { amr: ['pwd', 'otp', 'mfa'], ts: step.pending.signedInAt };
    await completeSignIn(routes, context, step.operator, signIn);
    return;
  }
  routes.log(`second factor: ${result.outcome}`, describeOperator(step.operator));
  if (result.outcome === 'wait') {
    context.set('Retry-After', String(result.seconds));
    const errorMessage = buildWaitMessage(result.seconds);
    showSecondFactorStep(context, interaction, step, { status: 429, errorMessage });
  } else {
    const refusal = { status: 400, errorMessage: REFUSED_CODE_MESSAGE };
    showSecondFactorStep(context, interaction, step, refusal);
  }
}

function tryCode(
  { table, log }: SignInRoutes,
  context: ProviderContext,
  step: SecondFactorStep,
  code: string,
): Promise<FactorOutcome> {
  const { app } = step.factors;
  if (app !== undefined) return checkCode(table, { ...step, app }, code, context.ip);
  return enrolOfferedApp(table, step, code).then((result) => {
    if (result.outcome === 'accepted')
      log('second factor enrolled', describeOperator(step.operator));
    return result;
  });
}

async function checkCode(
  table: IdentityTable,
  { operator, app }: { readonly operator: Operator; readonly app: AuthenticatorApp },
  code: string,
  address: string,
): Promise<FactorOutcome> {
  const attempt = await startFactorAttempt(table, operator.operatorId, address);
  if (attempt.waitSeconds > 0) return { outcome: 'wait', seconds: attempt.waitSeconds };
  const timeStep = findTimeStep(app.secret, code);
  if (timeStep === undefined || !(await useTimeStep(table, operator, app, timeStep))) {
    return { outcome: 'refused' };
  }
  await attempt.succeeded();
  return { outcome: 'accepted' };
}

// Not counted as an attempt: the page shows the secret, so there is nothing to guess.
async function enrolOfferedApp(
  table: IdentityTable,
  { operator, pending }: SecondFactorStep,
  code: string,
): Promise<FactorOutcome> {
  const { offeredSecret: secret, signedInAt } = pending;
  const usedStep = findTimeStep(secret, code);
  if (usedStep === undefined) return { outcome: 'refused' };
  const isEnrolled = await enrolAuthenticatorApp(table, operator, { secret, usedStep, signedInAt });
  return { outcome: isEnrolled ? 'accepted' : 'refused' };
}
