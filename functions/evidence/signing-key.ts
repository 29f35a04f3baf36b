// The key that signs checkpoints. Its private half never leaves the service.
import { createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { KMSClientConfig } from '@aws-sdk/client-kms';
import { exportPublicKey } from '../domain/evidence/verifier-key.ts';

/** Signs with Ed25519. */
export interface CheckpointSigner {
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer;
  readonly sign: (message: Buffer) => Promise<Buffer>;
}

// Sealing runs again in a minute.
const CLIENT_SETTINGS = {
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

/** Reads the public key: one request. `connection` is for programs outside of Lambda. */
export async function openCheckpointSigner(
  keyId: string,
  connection: KMSClientConfig = {},
): Promise<CheckpointSigner> {
  const client = new KMSClient({ ...CLIENT_SETTINGS, ...connection });
  const { PublicKey: key } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
  const described = { key: Buffer.from(key ?? []), format: 'der', type: 'spki' } as const;
  return {
    publicKey: exportPublicKey(createPublicKey(described)),
    sign: async (message) => {
      const command = new SignCommand({
        KeyId: keyId,
        Message: message,
        MessageType: 'RAW',
        SigningAlgorithm: 'ED25519_SHA_512',
      });
      const { Signature: signature } = await client.send(command);
      return Buffer.from(signature ?? []);
    },
  };
}

/** Returns the signer of this process; rejects while its public key cannot be read. */
export type SignerSource = () => Promise<CheckpointSigner>;

/** Opens the signer when it is first needed, and keeps it. After a failure the next call opens it again. */
export function buildSignerSource(keyId: string, connection?: KMSClientConfig): SignerSource {
  let opened: Promise<CheckpointSigner> | undefined;
  return () => {
    opened ??= openCheckpointSigner(keyId, connection).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
