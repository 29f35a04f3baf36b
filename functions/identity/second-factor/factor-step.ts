// A step with the second factors of an operator: at a sign-in, or on the page of the account.
import type { Operator } from '../operators.ts';
import type { FactorOffer } from '../storage/factor-offers.ts';
import type { IdentityKey } from '../storage/identity-table.ts';
import type { SecondFactors } from '../storage/second-factors.ts';

export interface FactorStep {
  readonly operator: Operator;
  readonly factors: SecondFactors;
  readonly offer: FactorOffer;
  readonly offerKey: IdentityKey;
  /** The uid of the session that changes the factors; at a sign-in there is none yet. */
  readonly sessionUid?: string;
}

export type FactorOutcome =
  | {
      readonly outcome: 'accepted';
      /** How the operator proved it, as RFC 8176 calls it. */
      readonly method: 'otp' | 'pop';
    }
  | {
      readonly outcome: 'refused';
      /** For the page. */
      readonly message: string;
      /** For the log. */
      readonly reason?: string;
    }
  | { readonly outcome: 'wait'; readonly seconds: number };

export const FACTOR_MESSAGES = {
  wrongCode:
    'The code is incorrect or was used before. Please enter the next one that your app shows.',
  wrongPasskey: 'The passkey was not accepted. Please try again with a passkey of yours.',
  notCreated: 'The passkey was not accepted, and none has been set up. Please try again.',
  noAnswer: 'No passkey answered. Passkeys need JavaScript: please allow it for this page.',
  used: 'This page was used before. Please try again.',
  changed: 'Your second factors were changed elsewhere meanwhile. Please try again.',
  tooMany: 'You have as many passkeys as an operator can have. Please remove one first.',
  lastOne:
    'Your institution requires a second factor, and this is your only one. Please set up another first.',
  unknown: 'This factor has been removed already.',
} as const;
