// The signing keys of this process. They are read again every few minutes. When that fails, the last
// good keys stay in use, so that tokens are still issued while the secret cannot be read.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { buildTimeBudget } from '../runtime/time-budget.ts';
import { parseKeys } from './signing-keys.ts';
import type { SigningKeySecret } from './signing-keys.ts';

/** A rotation waits longer than this before a newly published key signs. */
export const KEYS_REFRESH_MS = 5 * 60_000;

const RETRY_MS = 30_000;
// A sign-in waits for this call, although the keys in use are usually still good.
const TIME_BUDGET = buildTimeBudget({ attempts: 2, milliseconds: 2_000 });

export interface KeySourceOptions {
  readonly secretId: string;
  readonly client?: SecretsManagerClient;
  readonly now?: () => number;
  /** Called when the keys in use are outdated because the secret cannot be read. */
  readonly onStale: (error: unknown) => void;
}

/** Returns the keys to use now; rejects only when none were ever read. */
export type KeySource = () => Promise<SigningKeySecret>;

export function buildKeySource(options: KeySourceOptions): KeySource {
  const {
    secretId,
    client = new SecretsManagerClient(TIME_BUDGET),
    now = Date.now,
    onStale,
  } = options;
  let keys: SigningKeySecret | undefined;
  let due = 0;
  let reading: Promise<SigningKeySecret> | undefined;

  const read = async () => {
    const { SecretString = '' } = await client.send(
      new GetSecretValueCommand({ SecretId: secretId }),
    );
    const found = parseKeys(SecretString);
    if (found === undefined) throw new Error('The signing keys have not been made yet');
    return found;
  };

  const refresh = async () => {
    try {
      const found = await read();
      due = now() + KEYS_REFRESH_MS;
      // Returns the same object while the keys are unchanged, so that the provider built from it can be
      // reused.
      if (found.current.kid !== keys?.current.kid) keys = found;
      return keys;
    } catch (error) {
      if (keys === undefined) throw error;
      due = now() + RETRY_MS;
      onStale(error);
      return keys;
    }
  };

  return async () => {
    if (keys !== undefined && now() < due) return keys;
    reading ??= refresh().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
