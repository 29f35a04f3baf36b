// The steps of a rotation of the signing keys: Secrets Manager repeats each of them after a failure.
import { randomUUID } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runRotationStep } from '../../../functions/identity/rotation/rotation-steps.ts';
import type { RotationEvent } from '../../../functions/identity/rotation/rotation-steps.ts';
import { readPartition } from '../../../functions/identity/storage/identity-table.ts';
import { rotateSecret } from '../../../local/secrets/secrets-manager.ts';
import { SECRET, startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const TWENTY_MINUTES_MS = 1_200_000;

let identity: TestIdentity;
let secrets: SecretsManagerClient;

beforeAll(async () => {
  identity = await startIdentity();
  secrets = new SecretsManagerClient({});
});
afterAll(async () => {
  secrets.destroy();
  await identity.stop();
});

/** Runs steps of one rotation at that time after the last one. */
function startRotation(afterMs: number) {
  const { administration, clock } = identity;
  const rotation = { SecretId: SECRET, ClientRequestToken: randomUUID() };
  return (Step: RotationEvent['Step']) =>
    runRotationStep(
      { secrets, table: administration.table },
      { Step, ...rotation },
      clock.now + afterMs,
    );
}

async function readKeys(VersionStage: string): Promise<string | undefined> {
  const command = new GetSecretValueCommand({ SecretId: SECRET, VersionStage });
  return (await secrets.send(command)).SecretString;
}

async function countRecords(): Promise<number> {
  const records = await readPartition(identity.administration.table, 'Audit#');
  return records.filter(({ action }) => action === 'signing_keys.rotated').length;
}

test('keys are rotated twenty minutes after the last rotation, and no sooner', async () => {
  await expect(startRotation(TWENTY_MINUTES_MS - 1)('createSecret')).rejects.toThrow('not settled');
  // A version keeps this stage after its rotation, until the next one.
  expect(await readKeys('AWSPENDING')).toBe(await readKeys('AWSCURRENT'));
});

test('a repeated step changes nothing, and is recorded once', async () => {
  const run = startRotation(TWENTY_MINUTES_MS);
  const [current, records] = [await readKeys('AWSCURRENT'), await countRecords()];

  await run('createSecret');
  const pending = await readKeys('AWSPENDING');
  await run('createSecret');
  expect(await readKeys('AWSPENDING')).toBe(pending);
  expect(await readKeys('AWSCURRENT')).toBe(current);
  await run('testSecret');
  await run('finishSecret');
  await run('finishSecret');

  expect(pending).not.toBe(current);
  expect(await readKeys('AWSCURRENT')).toBe(pending);
  expect(await readKeys('AWSPREVIOUS')).toBe(current);
  expect(await countRecords()).toBe(records + 1);
});

test('a local rotation begins again when a step fails, a few times, and ends with its failure', async () => {
  const { administration, clock } = identity;
  const [current, records] = [await readKeys('AWSCURRENT'), await countRecords()];
  let answers = 0;
  // The answers of the first try to finish and of the second one to begin are lost.
  await rotateSecret(SECRET, async (event) => {
    const stores = { secrets, table: administration.table };
    await runRotationStep(stores, event as RotationEvent, clock.now + 2 * TWENTY_MINUTES_MS);
    if ([4, 5].includes((answers += 1))) throw new Error('The function timed out.');
  });

  expect(answers).toBe(9);
  expect(await readKeys('AWSPREVIOUS')).toBe(current);
  expect(await countRecords()).toBe(records + 1);

  const failing = rotateSecret(SECRET, () =>
    Promise.reject(new Error(`failure ${(answers += 1)}`)),
  );
  await expect(failing).rejects.toThrow('failure 14');
});
