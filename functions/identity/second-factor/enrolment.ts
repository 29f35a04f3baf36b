// Enrols and removes the second factors of an operator. Wrong answers are not counted here: the page shows the
// secret and the challenge, so there is nothing to guess.
import { computeNextSecond } from '../operators.ts';
import {
  enrolAuthenticatorApp,
  enrolPasskey,
  removeFactor,
  replaceAuthenticatorApp,
} from '../storage/factor-changes.ts';
import { useChallenge } from '../storage/factor-offers.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import type { ValidSignIns } from '../storage/own-credentials.ts';
import { countFactors, hasFactor } from '../storage/second-factors.ts';
import type { SecondFactors } from '../storage/second-factors.ts';
import { findTimeStep } from './authenticator-app.ts';
import { FACTOR_MESSAGES } from './factor-step.ts';
import type { FactorOutcome, FactorStep } from './factor-step.ts';
import { verifyCreation } from './passkeys.ts';
import type { RelyingParty } from './passkeys.ts';

/** Attempts to enrol are not counted, so that none has to wait. */
export type EnrolmentOutcome = Exclude<FactorOutcome, { readonly outcome: 'wait' }>;

const PASSKEYS_MAX = 10;
const NAME_LENGTH_MAX = 64;
const DEFAULT_NAME = 'Passkey';

/** What an operator answers on a page with factors: a passkey's answer, or the code of an app. */
export interface FactorAnswer {
  readonly isPasskey: boolean;
  readonly credential: string;
  /** Of a new passkey. */
  readonly name: string;
  readonly code: string;
}

/** Reads the answer in a posted form. */
export function readFactorAnswer(form: URLSearchParams): FactorAnswer {
  const read = (name: string) => form.get(name) ?? '';
  return {
    isPasskey: read('step') === 'passkey',
    credential: read('credential'),
    name: read('passkey_name'),
    code: read('code'),
  };
}

export interface EnrolmentParts {
  readonly table: IdentityTable;
  readonly party: RelyingParty;
}

/** Enrols the factor of the answer: a new passkey, or the app whose secret the page offers. */
export function enrolOfferedFactor(
  { table, party }: EnrolmentParts,
  step: FactorStep,
  answer: FactorAnswer,
): Promise<EnrolmentOutcome> {
  return answer.isPasskey
    ? enrolOfferedPasskey({ table, party }, step, answer)
    : enrolOfferedApp(table, step, answer.code);
}

async function enrolOfferedApp(
  table: IdentityTable,
  { operator, factors, offer, sessionUid }: FactorStep,
  code: string,
): Promise<EnrolmentOutcome> {
  const { secret, signedInAt } = offer;
  const usedStep = findTimeStep(secret, code);
  if (usedStep === undefined) return refuse(FACTOR_MESSAGES.wrongCode);
  const app = { secret, usedStep, signedInAt };
  const replaced = { ...app, signIns: buildValidSignIns(sessionUid) };
  const isEnrolled =
    factors.app === undefined
      ? await enrolAuthenticatorApp(table, operator, factors, app)
      : await replaceAuthenticatorApp(table, operator, factors, replaced);
  return isEnrolled ? { outcome: 'accepted', method: 'otp' } : refuse(FACTOR_MESSAGES.changed);
}

async function enrolOfferedPasskey(
  { table, party }: EnrolmentParts,
  { operator, factors, offer, offerKey }: FactorStep,
  { credential, name }: FactorAnswer,
): Promise<EnrolmentOutcome> {
  if (factors.passkeys.length >= PASSKEYS_MAX) return refuse(FACTOR_MESSAGES.tooMany);
  if (credential === '') return refuse(FACTOR_MESSAGES.noAnswer);
  const { challenge, signedInAt } = offer;
  if (!(await useChallenge(table, offerKey, challenge))) return refuse(FACTOR_MESSAGES.used);
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
function findRemovalFault(
  factors: SecondFactors,
  factorId: string,
  isRequired: boolean,
): string | undefined {
  if (!hasFactor(factors, factorId)) return FACTOR_MESSAGES.unknown;
  return isRequired && countFactors(factors) === 1 ? FACTOR_MESSAGES.lastOne : undefined;
}

/** Removes a factor; returns why not, if not. */
export async function removeOwnFactor(
  table: IdentityTable,
  { operator, factors, sessionUid }: Pick<FactorStep, 'operator' | 'factors' | 'sessionUid'>,
  { factorId, isRequired }: { readonly factorId: string; readonly isRequired: boolean },
): Promise<string | undefined> {
  const fault = findRemovalFault(factors, factorId, isRequired);
  if (fault !== undefined) return fault;
  const removal = { factorId, signIns: buildValidSignIns(sessionUid) };
  const isRemoved = await removeFactor(table, operator, factors, removal);
  return isRemoved ? undefined : FACTOR_MESSAGES.changed;
}

function buildValidSignIns(keptSession: string | undefined): ValidSignIns {
  return { signedInSince: computeNextSecond(), keptSession };
}

/** A name without characters that could not be seen, for the page and the records. */
function toPasskeyName(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim();
  return [...visible].slice(0, NAME_LENGTH_MAX).join('').trim() || DEFAULT_NAME;
}

function refuse(message: string, reason?: string): EnrolmentOutcome {
  return { outcome: 'refused', message, ...(reason !== undefined && { reason }) };
}
