// The page of an operator's second factors: it sets them up and removes them.
import { formatUsername } from '../operators.ts';
import { generateAppSecret } from '../second-factor/authenticator-app.ts';
import {
  enrolOfferedApp,
  enrolOfferedPasskey,
  removeOwnFactor,
} from '../second-factor/enrolment.ts';
import type { FactorOutcome, FactorStep } from '../second-factor/factor-step.ts';
import { buildCreationOptions } from '../second-factor/passkeys.ts';
import { isSecondFactorRequired } from '../second-factor/requirement.ts';
import { describeOperator, redirectTo, showPage } from '../sign-in/interaction-page.ts';
import type { ProviderContext, SignInRoutes } from '../sign-in/interaction-page.ts';
import { buildScriptAddress } from '../sign-in/passkey-script.ts';
import { deleteFactorOffer, readFactorOffer, writeFactorOffer } from '../storage/factor-offers.ts';
import type { FactorOffer } from '../storage/factor-offers.ts';
import { identityKeys } from '../storage/identity-table.ts';
import type { IdentityKey } from '../storage/identity-table.ts';
import { countFactors, readSecondFactors } from '../storage/second-factors.ts';
import type { SecondFactors } from '../storage/second-factors.ts';
import { buildFactorsPage, FACTORS_PATH } from './factor-pages.ts';
import { endOtherSessions } from './sessions.ts';
import type { SignedInOperator } from './signed-in-operator.ts';

/** A browser may be left open, so factors are changed soon after a sign-in. */
const RECENT_SECONDS = 900;

/**
 * Whether the latest sign-in suffices to change second factors. A session by password alone may be that of a
 * stranger, whom a factor that was set up since is to keep out.
 */
export async function mayChangeFactors(
  { table }: SignInRoutes,
  { operator, signedInAt, hasProvenFactor }: SignedInOperator,
): Promise<boolean> {
  if (Date.now() / 1000 - signedInAt > RECENT_SECONDS) return false;
  return isProven({ hasProvenFactor }, await readSecondFactors(table, operator));
}

function isProven(
  { hasProvenFactor }: Pick<SignedInOperator, 'hasProvenFactor'>,
  factors: SecondFactors,
): boolean {
  return hasProvenFactor || countFactors(factors) === 0;
}

interface FactorFault {
  readonly errorMessage: string;
  readonly isCodeOpen?: boolean;
}

export async function showSecondFactors(
  routes: SignInRoutes,
  context: ProviderContext,
  who: SignedInOperator,
  fault?: FactorFault,
): Promise<void> {
  const { operator, factors, offer } = await readStep(routes, who);
  const holder = { operatorId: operator.operatorId, username: formatUsername(operator) };
  const { passkeys } = factors;
  const options = await buildCreationOptions(routes.party, holder, passkeys, offer.challenge);
  const { mount } = routes;
  const passkey = { options, scriptAddress: buildScriptAddress(mount) };
  const fields = { mount, operator, factors, passkey, secret: offer.secret };
  const html = buildFactorsPage({ ...fields, ...fault });
  showPage(context, fault === undefined ? 200 : 400, html, { hasScript: true });
}

export async function changeSecondFactors(
  routes: SignInRoutes,
  context: ProviderContext,
  who: SignedInOperator,
  form: URLSearchParams,
): Promise<void> {
  const fault = await changeFactor(routes, who, form);
  if (fault !== undefined) return showSecondFactors(routes, context, who, fault);
  // By GET, so that a reload of the page does not repeat the change.
  redirectTo(context, `${routes.mount}${FACTORS_PATH}`);
}

async function changeFactor(
  routes: SignInRoutes,
  who: SignedInOperator,
  form: URLSearchParams,
): Promise<FactorFault | undefined> {
  const step = await readStep(routes, who);
  // Checked again on the factors that the change is bound to: another request may have enrolled the first.
  if (!isProven(who, step.factors)) return undefined;
  return form.get('step') === 'remove'
    ? removeFactor(routes, who, step, form.get('factor') ?? '')
    : enrolFactor(routes, who, step, form);
}

async function removeFactor(
  routes: SignInRoutes,
  who: SignedInOperator,
  step: FactorStep,
  factorId: string,
): Promise<FactorFault | undefined> {
  const { table, log } = routes;
  const isRequired = await isSecondFactorRequired(table, who.operator.tenantId);
  const errorMessage = await removeOwnFactor(table, step, { factorId, isRequired });
  if (errorMessage !== undefined) return { errorMessage };
  // It may have been lost with a device that is signed in.
  await endOtherSessions(routes, who);
  log('second factor removed', { ...describeOperator(who.operator), factor: factorId });
  return undefined;
}

async function enrolFactor(
  routes: SignInRoutes,
  who: SignedInOperator,
  step: FactorStep,
  form: URLSearchParams,
): Promise<FactorFault | undefined> {
  const { table, party, log } = routes;
  const isCode = form.get('step') === 'code';
  const credential = form.get('credential') ?? '';
  const name = form.get('passkey_name') ?? '';
  const result: FactorOutcome = isCode
    ? await enrolOfferedApp(table, step, form.get('code') ?? '')
    : await enrolOfferedPasskey({ table, party }, step, { credential, name });
  const subject = describeOperator(step.operator);
  if (result.outcome === 'refused') {
    log('second factor: refused', { ...subject, reason: result.reason });
    return { errorMessage: result.message, isCodeOpen: isCode };
  }
  log('second factor enrolled', subject);
  await deleteFactorOffer(table, step.offerKey);
  if (isCode && step.factors.app !== undefined) await endOtherSessions(routes, who);
  return undefined;
}

async function readStep(
  { table }: SignInRoutes,
  { operator, uid, signedInAt }: SignedInOperator,
): Promise<FactorStep> {
  const offerKey = identityKeys.factorOffer(uid);
  const [stored, factors] = await Promise.all([
    readFactorOffer(table, offerKey),
    readSecondFactors(table, operator),
  ]);
  const isOwn = stored?.operatorId === operator.operatorId && stored.signedInAt === signedInAt;
  const offer = isOwn ? stored : await writeOffer({ table }, offerKey, { operator, signedInAt });
  return { operator, factors, offer, offerKey };
}

function writeOffer(
  { table }: Pick<SignInRoutes, 'table'>,
  key: IdentityKey,
  { operator, signedInAt }: Pick<SignedInOperator, 'operator' | 'signedInAt'>,
): Promise<FactorOffer> {
  const { operatorId } = operator;
  const secret = generateAppSecret();
  return writeFactorOffer(table, key, { operatorId, signedInAt, secret });
}
