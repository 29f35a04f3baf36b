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
      const text = `${username} no longer has ${factorId} and is signed out everywhere.`;
      return { text, body: { username, removed_factor: factorId } };
    },
  },
  'operator reset-factors': {
    usage: 'NAME@TENANT                    (all of them, for lost devices)',
    words: 1,
    run: async (who, [username = '']) => {
      await resetSecondFactors(who, username);
      const text = `${username} has no second factor any more and is signed out everywhere.`;
      return { text, body: { username, factors_reset: true } };
    },
  },
};

/** A second factor as `operator show` prints it, without any secret. */
interface ListedFactor {
  readonly kind: 'passkey' | 'app';
  readonly id: string;
  readonly name: string;
  readonly enrolled_at: string;
  readonly last_used_at?: string;
  /** Of a passkey: whether it can be copied to other devices, and whether it was. */
  readonly backup?: 'none' | 'possible' | 'made';
}

/** Lists the second factors of an operator. */
export async function listFactors(
  { table }: Administration,
  operator: Operator,
): Promise<ListedFactor[]> {
  const { app, passkeys } = await readSecondFactors(table, operator);
  return [...passkeys.map(toListedPasskey), ...(app === undefined ? [] : [toListedApp(app)])];
}

function toListedPasskey(passkey: Passkey): ListedFactor {
  const { id, name, enrolledAt, lastUsedAt, isBackupEligible, isBackedUp } = passkey;
  const eligible = isBackedUp ? 'made' : 'possible';
  return {
    kind: 'passkey',
    id,
    name,
    enrolled_at: enrolledAt,
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
    backup: isBackupEligible ? eligible : 'none',
  };
}

function toListedApp({ enrolledAt, usedStep }: AuthenticatorApp): ListedFactor {
  const usedAt = computeStepTime(usedStep).toISOString();
  return { kind: 'app', id: APP_ID, name: 'codes', enrolled_at: enrolledAt, last_used_at: usedAt };
}

const BACKUP_WORDS = {
  none: 'on one device only',
  possible: 'may get a backup',
  made: 'with a backup',
} as const;

/** Formats a second factor as a row. */
export function toFactorRow(factor: ListedFactor): string[] {
  const { kind, id, name, enrolled_at, last_used_at = 'never', backup } = factor;
  const times = [`enrolled ${enrolled_at}`, `last used ${last_used_at}`];
  return [kind, id, name, ...times, ...(backup === undefined ? [] : [BACKUP_WORDS[backup]])];
}
