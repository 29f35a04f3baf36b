// A local Key Management Service: the calls that the functions make with the template's signing keys, over
// the AWS SDK's protocol. Keys for encryption are not among them, because nothing is encrypted here.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { startJsonService } from '../http/json-service.ts';
import type { ServiceCalls } from '../http/json-service.ts';
import { ServiceError } from '../http/service-error.ts';
import { KeyFile } from './key-file.ts';

export const KEY_TYPE = 'AWS::KMS::Key';

const KEY_SPEC = 'ECC_NIST_EDWARDS25519';
const KEY_USAGE = 'SIGN_VERIFY';
const ALGORITHM = 'ED25519_SHA_512';
/** The longest message that the service signs without a digest. */
const MESSAGE_BYTES_MAX = 4_096;

type KeyCallInput = Record<string, unknown>;

/** Without a data folder, the keys are deleted when the service stops. */
export async function startKeyManagement(
  keys: readonly DeployedResource[],
  dataFolder: string | undefined,
  log?: (line: string) => void,
): Promise<Endpoint> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'keys-'));
  const files = new Map(
    keys.filter(isSigningKey).map((key) => [buildKeyArn(key), new KeyFile(folder, key.ref)]),
  );
  for (const file of files.values()) file.create();
  const find = ({ KeyId: id }: KeyCallInput) => findKey(files, String(id));
  const calls: ServiceCalls = {
    GetPublicKey: (input) => describePublicKey(...find(input)),
    Sign: (input) => signMessage(...find(input), input),
  };
  const service = await startJsonService(calls, log);
  return {
    ...service,
    async stop() {
      await service.stop();
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The ARN of a key of the template. */
export function buildKeyArn({ ref, region, account }: DeployedResource): string {
  return `arn:aws:kms:${region}:${account}:key/${ref}`;
}

function isSigningKey({ logicalId, properties }: DeployedResource): boolean {
  if (properties.KeyUsage !== KEY_USAGE) return false;
  if (properties.KeySpec === KEY_SPEC) return true;
  const spec = JSON.stringify(properties.KeySpec);
  throw new Error(`${logicalId}: the local runner has no signing keys of the kind ${spec}.`);
}

// Callers identify a key by its id or its ARN.
function findKey(files: ReadonlyMap<string, KeyFile>, id: string): [string, KeyFile] {
  const found = [...files].find(([arn]) => arn === id || arn.endsWith(`:key/${id}`));
  if (found) return found;
  throw new ServiceError('NotFoundException', `Key ${id} does not exist or signs nothing.`);
}

function describePublicKey(KeyId: string, file: KeyFile): object {
  return {
    KeyId,
    PublicKey: file.exportPublicKey().toString('base64'),
    KeySpec: KEY_SPEC,
    KeyUsage: KEY_USAGE,
    SigningAlgorithms: [ALGORITHM],
  };
}

function signMessage(KeyId: string, file: KeyFile, input: KeyCallInput): object {
  const { SigningAlgorithm: algorithm, MessageType: type = 'RAW' } = input;
  if (algorithm !== ALGORITHM || type !== 'RAW') {
    const wanted = `${String(algorithm)} of a message of type ${String(type)}`;
    throw new ServiceError('ValidationException', `The local runner does not sign ${wanted}.`);
  }
  const message = Buffer.from(String(input.Message), 'base64');
  if (message.byteLength === 0 || message.byteLength > MESSAGE_BYTES_MAX) {
    throw new ServiceError('ValidationException', 'A message has 1 to 4096 bytes.');
  }
  const Signature = file.sign(message).toString('base64');
  return { KeyId, Signature, SigningAlgorithm: ALGORITHM };
}
