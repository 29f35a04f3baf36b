// Enrols and removes the second factors of an operator. Wrong answers are not counted here: the page shows the
// secret and the challenge, so there is nothing to guess.
import { enrolAuthenticatorApp, enrolPasskey, removeFactor } from '../storage/factor-changes.ts';
import { useChallenge } from '../storage/factor-offers.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { APP_ID, countFactors } from '../storage/second-factors.ts';
import type { SecondFactors } from '../storage/second-factors.ts';
import { findTimeStep } from './authenticator-app.ts';
import { FACTOR_MESSAGES } from './factor-step.ts';
import type { FactorOutcome, FactorStep } from './factor-step.ts';
import { verifyCreation } from './passkeys.ts';
import type { RelyingParty } from './passkeys.ts';

const PASSKEYS_MAX = 10;
const NAME_LENGTH_MAX = 64;
const DEFAULT_NAME = 'Passkey';

/** Enrols the authenticator app whose secret the page offers, in place of the one that there is. */
export async function enrolOfferedApp(
  table: IdentityTable,
  { operator, factors, offer }: FactorStep,
  code: string,
): Promise<FactorOutcome> {
  const { secret, signedInAt } = offer;
  const usedStep = findTimeStep(secret, code);
  if (usedStep === undefined) return refuse(FACTOR_MESSAGES.wrongCode);
  const app = { secret, usedStep, signedInAt };
  const isEnrolled = await enrolAuthenticatorApp(table, operator, factors, app);
  return isEnrolled ? { outcome: 'accepted', method: 'otp' } : refuse(FACTOR_MESSAGES.changed);
}

export interface OfferedPasskey {
  readonly credential: string;
  readonly name: string;
}

/** Enrols a passkey that has signed the challenge of the page. */
export async function enrolOfferedPasskey(
  { table, party }: { readonly table: IdentityTable; readonly party: RelyingParty },
  { operator, factors, offer, offerKey }: FactorStep,
  { credential, name }: OfferedPasskey,
): Promise<FactorOutcome> {
  if (factors.passkeys.length >= PASSKEYS_MAX) return refuse(FACTOR_MESSAGES.tooMany);
  if (credential === '') return refuse(FACTOR_MESSAGES.noAnswer);
  const { challenge, signedInAt } = offer;
  if ((await useChallenge(table, offerKey, challenge)) === undefined) {
    return refuse(FACTOR_MESSAGES.used);
  }
  const verified = await verifyCreation(party, { challenge, credential });
  if ('reason' in verified) return refuse(FACTOR_MESSAGES.notCreated, verified.reason);
  const { credentialId } = verified.result;
  if (factors.passkeys.some((other) => other.credentialId === credentialId)) {
    return refuse(FACTOR_MESSAGES.notCreated, 'Enrolled before');
  }
  const passkey = { ...verified.result, name: toPasskeyName(name), signedInAt };
  const isEnrolled = await enrolPasskey(table, operator, factors, passkey);
  return isEnrolled ? { outcome: 'accepted', method: 'pop' } : refuse(FACTOR_MESSAGES.changed);
}

/** Why a factor cannot be removed; undefined if it can. */
export function findRemovalFault(
  factors: SecondFactors,
  factorId: string,
  isRequired: boolean,
): string | undefined {
  const isApp = factorId === APP_ID && factors.app !== undefined;
  const isThere = isApp || factors.passkeys.some(({ id }) => id === factorId);
  if (!isThere) return FACTOR_MESSAGES.unknown;
  return isRequired && countFactors(factors) === 1 ? FACTOR_MESSAGES.lastOne : undefined;
}

/** Removes a factor; returns why not, if not. */
export async function removeOwnFactor(
  table: IdentityTable,
  { operator, factors }: Pick<FactorStep, 'operator' | 'factors'>,
  { factorId, isRequired }: { readonly factorId: string; readonly isRequired: boolean },
): Promise<string | undefined> {
  const fault = findRemovalFault(factors, factorId, isRequired);
  if (fault !== undefined) return fault;
  const isRemoved = await removeFactor(table, operator, factors, factorId);
  return isRemoved ? undefined : FACTOR_MESSAGES.changed;
}

/** A name without characters that could not be seen, for the page and the records. */
function toPasskeyName(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim();
  return [...visible].slice(0, NAME_LENGTH_MAX).join('').trim() || DEFAULT_NAME;
}

function refuse(message: string, reason?: string): FactorOutcome {
  return { outcome: 'refused', message, ...(reason !== undefined && { reason }) };
}
