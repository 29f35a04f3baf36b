// Attempts to prove a second factor. Each is counted before it is checked, codes and passkeys together.
import { findTimeStep } from '../second-factor/authenticator-app.ts';
import { FACTOR_MESSAGES } from '../second-factor/factor-step.ts';
import type { FactorOutcome, FactorStep } from '../second-factor/factor-step.ts';
import { verifyUse } from '../second-factor/passkeys.ts';
import type { RelyingParty } from '../second-factor/passkeys.ts';
import { useChallenge } from '../storage/factor-offers.ts';
import type { IdentityTable } from '../storage/identity-table.ts';
import { notePasskeyUse, useTimeStep } from '../storage/second-factors.ts';
import { startFactorAttempt } from './sign-in-attempts.ts';

export interface FactorAttempt {
  readonly table: IdentityTable;
  readonly party: RelyingParty;
  readonly address: string;
}

/** Tries a code of the operator's authenticator app. */
export function tryCode(
  attempt: FactorAttempt,
  step: FactorStep,
  code: string,
): Promise<FactorOutcome> {
  return countAttempt(attempt, step, () => checkCode(attempt, step, code));
}

/** Tries the answer of one of the operator's passkeys; an empty one is no attempt. */
export function tryPasskey(
  attempt: FactorAttempt,
  step: FactorStep,
  credential: string,
): Promise<FactorOutcome> {
  if (credential === '') {
    return Promise.resolve({ outcome: 'refused', message: FACTOR_MESSAGES.noAnswer });
  }
  return countAttempt(attempt, step, () => checkPasskey(attempt, step, credential));
}

async function countAttempt(
  { table, address }: FactorAttempt,
  { operator }: FactorStep,
  check: () => Promise<FactorOutcome>,
): Promise<FactorOutcome> {
  const attempt = await startFactorAttempt(table, operator.operatorId, address);
  if (attempt.waitSeconds > 0) return { outcome: 'wait', seconds: attempt.waitSeconds };
  const result = await check();
  if (result.outcome === 'accepted') await attempt.succeeded();
  return result;
}

async function checkCode(
  { table }: FactorAttempt,
  { operator, factors: { app } }: FactorStep,
  code: string,
): Promise<FactorOutcome> {
  const timeStep = app && findTimeStep(app.secret, code);
  if (app === undefined || timeStep === undefined) return WRONG_CODE;
  const isUnused = await useTimeStep(table, operator, app, timeStep);
  return isUnused ? { outcome: 'accepted', method: 'otp' } : WRONG_CODE;
}

const WRONG_CODE = { outcome: 'refused', message: FACTOR_MESSAGES.wrongCode } as const;

async function checkPasskey(
  { table, party }: FactorAttempt,
  { operator, factors: { passkeys }, offer: { challenge }, offerKey }: FactorStep,
  credential: string,
): Promise<FactorOutcome> {
  if (!(await useChallenge(table, offerKey, challenge))) {
    return { outcome: 'refused', message: FACTOR_MESSAGES.used };
  }
  const { operatorId } = operator;
  const verified = await verifyUse(party, { passkeys, operatorId }, { challenge, credential });
  const message = FACTOR_MESSAGES.wrongPasskey;
  if ('reason' in verified) return { outcome: 'refused', message, reason: verified.reason };
  const isNoted = await notePasskeyUse(table, operator, verified.result);
  return isNoted
    ? { outcome: 'accepted', method: 'pop' }
    : { outcome: 'refused', message, reason: 'Removed, or a lower count' };
}
