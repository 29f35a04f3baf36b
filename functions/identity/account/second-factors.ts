// The page of an operator's second factors: it sets them up and removes them.
import { formatUsername } from '../operators.ts';
import { generateAppSecret } from '../second-factor/authenticator-app.ts';
import {
  enrolOfferedFactor,
  readFactorAnswer,
  removeOwnFactor,
} from '../second-factor/enrolment.ts';
import type { FactorStep } from '../second-factor/factor-step.ts';
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

/** An operator whose latest sign-in suffices to change these second factors. */
export interface FactorHolder extends SignedInOperator {
  readonly factors: SecondFactors;
}

/**
 * Reads the second factors for a change; undefined if it takes another sign-in. A session by password alone may be
 * that of a stranger, whom a factor that was set up since is to keep out.
 */
export async function findFactorHolder(
  { table }: SignInRoutes,
  who: SignedInOperator,
): Promise<FactorHolder | undefined> {
  if (Date.now() / 1000 - who.signedInAt > RECENT_SECONDS) return undefined;
  const factors = await readSecondFactors(table, who.operator);
  return who.hasProvenFactor || countFactors(factors) === 0 ? { ...who, factors } : undefined;
}

interface FactorFault {
  readonly errorMessage: string;
  readonly isCodeOpen?: boolean;
}

export async function showSecondFactors(
  routes: SignInRoutes,
  context: ProviderContext,
  who: FactorHolder,
  fault?: FactorFault,
): Promise<void> {
  const { operator, factors, offer } = await readStep(routes, who);
  const holder = { operatorId: operator.operatorId, username: formatUsername(operator) };
  const { passkeys } = factors;
  const options = await buildCreationOptions(routes.party, holder, passkeys, offer.challenge);
  const { mount } = routes;
  const passkey = { options, scriptAddress: buildScriptAddress(mount) };
  const fields = { mount, operator, factors, passkey, secret: offer.secret };
  const html = buildFactorsPage({ errorMessage: undefined, ...fields, ...fault });
  showPage(context, fault === undefined ? 200 : 400, html, { hasScript: true });
}

/** Changes the factors that were read, and no others: another request may have enrolled the first meanwhile. */
export async function changeSecondFactors(
  routes: SignInRoutes,
  context: ProviderContext,
  who: FactorHolder,
  form: URLSearchParams,
): Promise<void> {
  const step = await readStep(routes, who);
  const fault =
    form.get('step') === 'remove'
      ? await removeFactor(routes, who, step, form.get('factor') ?? '')
      : await enrolFactor(routes, who, step, form);
  // They may have changed, and it may take another sign-in now to see them.
  const holder = fault && (await findFactorHolder(routes, who));
  if (holder !== undefined) return showSecondFactors(routes, context, holder, fault);
  // By GET, so that a reload of the page does not repeat the change.
  redirectTo(context, `${routes.mount}${FACTORS_PATH}`);
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
  const answer = readFactorAnswer(form);
  const result = await enrolOfferedFactor({ table, party }, step, answer);
  const subject = describeOperator(step.operator);
  if (result.outcome === 'refused') {
    log('second factor: refused', { ...subject, reason: result.reason });
    return { errorMessage: result.message, isCodeOpen: !answer.isPasskey };
  }
  log('second factor enrolled', subject);
  await deleteFactorOffer(table, step.offerKey);
  const isReplaced = !answer.isPasskey && step.factors.app !== undefined;
  if (isReplaced) await endOtherSessions(routes, who);
  return undefined;
}

async function readStep(
  { table }: SignInRoutes,
  { operator, factors, uid, signedInAt }: FactorHolder,
): Promise<FactorStep> {
  const offerKey = identityKeys.factorOffer(uid);
  const stored = await readFactorOffer(table, offerKey);
  const isOwn = stored?.operatorId === operator.operatorId && stored.signedInAt === signedInAt;
  const offer = isOwn ? stored : await writeOffer({ table }, offerKey, { operator, signedInAt });
  return { operator, factors, offer, offerKey, sessionUid: uid };
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
