// `npm run admin -- operator`: the second factors of an operator.
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import {
  removeSecondFactor,
  resetSecondFactors,
} from '../../functions/identity/administration/second-factors.ts';
import type { Operator } from '../../functions/identity/operators.ts';
import { computeStepTime } from '../../functions/identity/second-factor/authenticator-app.ts';
import { APP_ID, readSecondFactors } from '../../functions/identity/storage/second-factors.ts';
import type { AuthenticatorApp, Passkey } from '../../functions/identity/storage/second-factors.ts';
import type { AdminCommand } from './command.ts';

export const factorCommands: Readonly<Record<string, AdminCommand>> = {
  'operator remove-factor': {
    usage: 'NAME@TENANT FACTOR             (one lost device; operator show lists them)',
    words: 2,
    run: async (who, [username = '', factorId = '']) => {
      await removeSecondFactor(who, username, factorId);
      return `${username} no longer has ${factorId} and is signed out everywhere.`;
    },
  },
  'operator reset-factors': {
    usage: 'NAME@TENANT                    (all of them, for lost devices)',
    words: 1,
    run: async (who, [username = '']) => {
      await resetSecondFactors(who, username);
      return `${username} has no second factor any more and is signed out everywhere.`;
    },
  },
};

/** Lists the second factors of an operator as rows, without any secret. */
export async function listFactorRows(
  { table }: Administration,
  operator: Operator,
): Promise<string[][]> {
  const { app, passkeys } = await readSecondFactors(table, operator);
  return [...passkeys.map(toPasskeyRow), ...(app === undefined ? [] : [toAppRow(app)])];
}

function toPasskeyRow(passkey: Passkey): string[] {
  const { id, name, enrolledAt, lastUsedAt = 'never', isBackupEligible, isBackedUp } = passkey;
  const copies = isBackedUp ? 'with a backup' : 'may get a backup';
  const kind = isBackupEligible ? copies : 'on one device only';
  return ['passkey', id, name, `enrolled ${enrolledAt}`, `last used ${lastUsedAt}`, kind];
}

function toAppRow({ enrolledAt, usedStep }: AuthenticatorApp): string[] {
  const usedAt = computeStepTime(usedStep).toISOString();
  return ['app', APP_ID, 'codes', `enrolled ${enrolledAt}`, `last used ${usedAt}`];
}
