// The second step of a sign-in, on the same page as the password: a passkey or a code, or the enrolment of the
// first factor.
import { isSessionValid, readOperator, formatUsername } from '../operators.ts';
import type { Operator } from '../operators.ts';
import { generateAppSecret } from '../second-factor/authenticator-app.ts';
import { enrolOfferedFactor, readFactorAnswer } from '../second-factor/enrolment.ts';
import type { FactorOutcome, FactorStep } from '../second-factor/factor-step.ts';
import { buildCreationOptions, buildRequestOptions } from '../second-factor/passkeys.ts';
import { isSecondFactorRequired } from '../second-factor/requirement.ts';
import { deleteFactorOffer, readFactorOffer, writeFactorOffer } from '../storage/factor-offers.ts';
import { identityKeys } from '../storage/identity-table.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { countFactors, readSecondFactors } from '../storage/second-factors.ts';
import { tryCode, tryPasskey } from './factor-attempts.ts';
import {
  completeSignIn,
  describeOperator,
  redirectTo,
  showInteractionPage,
} from './interaction-page.ts';
import type { ProviderContext, SignInInteraction, SignInRoutes } from './interaction-page.ts';
import { buildScriptAddress } from './passkey-script.ts';
import { buildCodeForm, buildEnrolmentForm, buildPasskeyPage } from './second-factor-form.ts';
import { buildWaitMessage } from './sign-in-form.ts';

/** Whether the password alone does not sign this operator in. */
export async function isSecondFactorDue(
  table: IdentityTable,
  operator: Operator,
): Promise<boolean> {
  const [isRequired, factors] = await Promise.all([
    isSecondFactorRequired(table, operator.tenantId),
    readSecondFactors(table, operator),
  ]);
  return isRequired || countFactors(factors) > 0;
}

/** Notes that the password was right. */
export async function startSecondFactorStep(
  { table, log }: SignInRoutes,
  { uid }: SignInInteraction,
  operator: Operator,
  signedInAt: number,
): Promise<void> {
  const { operatorId } = operator;
  const secret = generateAppSecret();
  const key = identityKeys.pendingSignIn(uid);
  await writeFactorOffer(table, key, { operatorId, signedInAt, secret });
  log('second factor due', describeOperator(operator));
}

/** Finds the sign-in whose password was right, unless the operator was disabled or reset since. */
export async function findSecondFactorStep(
  table: IdentityTable,
  uid: string,
): Promise<FactorStep | undefined> {
  const offerKey = identityKeys.pendingSignIn(uid);
  const offer = await readFactorOffer(table, offerKey);
  const operator = offer && (await readOperator(table, offer.operatorId));
  if (operator === undefined || !isSessionValid(operator, offer?.signedInAt)) return undefined;
  const factors = await readSecondFactors(table, operator);
  return offer && { operator, factors, offer, offerKey };
}

interface StepPage {
  readonly status?: number;
  readonly errorMessage?: string;
  readonly isCodeOpen?: boolean;
}

export async function showSecondFactorStep(
  routes: SignInRoutes,
  context: ProviderContext,
  interaction: SignInInteraction,
  { step, ...page }: StepPage & { readonly step: FactorStep },
): Promise<void> {
  const { status = 200, errorMessage, isCodeOpen = false } = page;
  const { operator, factors, offer } = step;
  const username = formatUsername(operator);
  const form = { action: interaction.action, username, errorMessage, isCodeOpen };
  const scriptAddress = buildScriptAddress(routes.mount);
  const show = (html: string, hasScript: boolean) =>
    showInteractionPage(context, interaction, { status, html, hasScript });

  if (countFactors(factors) === 0) {
    const holder = { operatorId: operator.operatorId, username };
    const options = await buildCreationOptions(routes.party, holder, [], offer.challenge);
    const passkey = { options, scriptAddress };
    show(buildEnrolmentForm({ ...form, passkey, secret: offer.secret }), true);
  } else if (factors.passkeys.length > 0) {
    const options = await buildRequestOptions(routes.party, factors.passkeys, offer.challenge);
    const passkey = { options, scriptAddress };
    show(buildPasskeyPage({ ...form, passkey, hasApp: factors.app !== undefined }), true);
  } else {
    show(buildCodeForm(form), false);
  }
}

export async function answerSecondFactor(
  routes: SignInRoutes,
  context: ProviderContext,
  interaction: SignInInteraction,
  { step, form }: { readonly step: FactorStep; readonly form: URLSearchParams },
): Promise<void> {
  if (form.get('step') === 'restart') {
    await deleteFactorOffer(routes.table, step.offerKey);
    redirectTo(context, interaction.action);
    return;
  }
  const result = await tryFactor(routes, context, step, form);
  if (result.outcome === 'accepted') {
    await deleteFactorOffer(routes.table, step.offerKey);
    const signIn = { amr: ['pwd', result.method, 'mfa'], ts: step.offer.signedInAt };
    await completeSignIn(routes, context, step.operator, signIn);
    return;
  }
  const reason = 'reason' in result ? { reason: result.reason } : {};
  routes.log(`second factor: ${result.outcome}`, { ...describeOperator(step.operator), ...reason });
  await showSecondFactorStep(routes, context, interaction, {
    // The answer may have used up the challenge, or another request enrolled a factor.
    step: (await findSecondFactorStep(routes.table, interaction.uid)) ?? step,
    isCodeOpen: form.get('step') === 'code',
    ...describeRefusal(context, result),
  });
}

function describeRefusal(
  context: ProviderContext,
  result: Exclude<FactorOutcome, { outcome: 'accepted' }>,
): StepPage {
  if (result.outcome === 'refused') return { status: 400, errorMessage: result.message };
  context.set('Retry-After', String(result.seconds));
  return { status: 429, errorMessage: buildWaitMessage(result.seconds) };
}

async function tryFactor(
  { table, party, log }: SignInRoutes,
  context: ProviderContext,
  step: FactorStep,
  form: URLSearchParams,
): Promise<FactorOutcome> {
  const answer = readFactorAnswer(form);
  const { isPasskey, credential, code } = answer;
  if (countFactors(step.factors) > 0) {
    const attempt = { table, party, address: context.ip };
    return isPasskey ? tryPasskey(attempt, step, credential) : tryCode(attempt, step, code);
  }
  const result = await enrolOfferedFactor({ table, party }, step, answer);
  if (result.outcome === 'accepted') log('second factor enrolled', describeOperator(step.operator));
  return result;
}
