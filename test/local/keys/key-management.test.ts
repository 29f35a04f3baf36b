// The local Key Management Service, called as the SDK calls it.
import { createPublicKey, verify } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  GetPublicKeyCommand,
  KMSClient,
  NotFoundException,
  SignCommand,
} from '@aws-sdk/client-kms';
import { afterEach, expect, test } from '@jest/globals';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import { buildKeyArn, startKeyManagement } from '../../../local/keys/key-management.ts';
import type { Endpoint } from '../../../local/http/endpoint.ts';
import { temporaryFolder } from '../fixture.ts';

function buildKey(ref: string, properties: JsonObject): DeployedResource {
  const logicalId = ref.toUpperCase();
  return {
    ref,
    logicalId,
    region: 'us-east-1',
    account: '000000000000',
    properties,
  } as DeployedResource;
}

const signing = buildKey('log', { KeyUsage: 'SIGN_VERIFY', KeySpec: 'ECC_NIST_EDWARDS25519' });
const encrypting = buildKey('data', { EnableKeyRotation: true });
const KeyId = buildKeyArn(signing);
const ALGORITHM = 'ED25519_SHA_512';

const folder = temporaryFolder();
let running: { service: Endpoint; client: KMSClient } | undefined;
afterEach(async () => {
  running?.client.destroy();
  await running?.service.stop();
  running = undefined;
});

async function start(dataFolder: string | undefined): Promise<KMSClient> {
  const service = await startKeyManagement([encrypting, signing], dataFolder);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const { endpoint } = service;
  const client = new KMSClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  running = { service, client };
  return client;
}

test('signs with the key that GetPublicKey describes, and keeps it in a file of its owner', async () => {
  const first = await start(folder.path);
  const { PublicKey, ...description } = await first.send(new GetPublicKeyCommand({ KeyId }));
  first.destroy();
  await running?.service.stop();
  const second = await start(folder.path);
  const Message = Buffer.from('countinghouse\n1\n');
  const input = { KeyId: 'log', Message, MessageType: 'RAW', SigningAlgorithm: ALGORITHM } as const;
  const { Signature = Buffer.alloc(0) } = await second.send(new SignCommand(input));

  const key = createPublicKey({
    key: Buffer.from(PublicKey ?? []),
    format: 'der',
    type: 'spki',
  });
  expect(key.asymmetricKeyType).toBe('ed25519');
  expect(verify(null, Message, key, Signature)).toBe(true);
  expect(description).toMatchObject({ KeyId, KeySpec: 'ECC_NIST_EDWARDS25519' });
  const files = readdirSync(folder.path);
  expect(files).toEqual(['log.pem']);
  expect(statSync(join(folder.path, 'log.pem')).mode & 0o777).toBe(0o600);
  folder.remove();
});

test('refuses what the service would refuse, and keys that only encrypt', async () => {
  const client = await start(undefined);
  const sign = (more: object) =>
    client.send(
      new SignCommand({
        KeyId,
        Message: Buffer.from('x'),
        MessageType: 'RAW',
        SigningAlgorithm: ALGORITHM,
        ...more,
      }),
    );

  await expect(sign({ KeyId: 'data' })).rejects.toThrow(NotFoundException);
  await expect(sign({ MessageType: 'DIGEST' })).rejects.toThrow('does not sign');
  await expect(sign({ SigningAlgorithm: 'ECDSA_SHA_256' })).rejects.toThrow('does not sign');
  await expect(sign({ Message: Buffer.alloc(4_097) })).rejects.toThrow('1 to 4096 bytes');
});

test('a template with a signing key of another kind is refused', async () => {
  const key = buildKey('other', { KeyUsage: 'SIGN_VERIFY', KeySpec: 'RSA_4096' });

  await expect(startKeyManagement([key], undefined)).rejects.toThrow('no signing keys of the kind');
});
