// The Secrets Manager of this machine: the few calls that the functions make, over the protocol
// that the AWS SDK speaks, with the secrets in files that only their owner can read.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretFile, SecretNotFound } from './secret-file.ts';

export interface SecretsManager {
  readonly endpoint: string;
  /** Makes a secret with a first value, as a deployment does; one that exists stays as it is. */
  create(secretId: string, value: string): void;
  isRotated(secretId: string): boolean;
  stop(): Promise<void>;
}

type Call = (secret: SecretFile, input: Record<string, unknown>) => object;

const calls: Record<string, Call> = {
  GetSecretValue: (secret, input) =>
    secret.value(optional(input.VersionId), optional(input.VersionStage)),
  PutSecretValue: (secret, input) =>
    secret.put(
      String(input.ClientRequestToken),
      String(input.SecretString),
      stages(input.VersionStages),
    ),
  DescribeSecret: (secret) => secret.describe(),
  UpdateSecretVersionStage: (secret, input) =>
    secret.moveStage(
      String(input.VersionStage),
      optional(input.MoveToVersionId),
      optional(input.RemoveFromVersionId),
    ),
};

export async function startSecretsManager(options: {
  readonly dataFolder: string;
}): Promise<SecretsManager> {
  const { dataFolder } = options;
  const server = createServer((request, response) => {
    answer(dataFolder, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    create: (secretId, value) => new SecretFile(dataFolder, secretId).create(value),
    isRotated: (secretId) => new SecretFile(dataFolder, secretId).isRotated,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const STEPS = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;

/** Rotates a secret as Secrets Manager does: it calls the secret's function in four steps. */
export async function rotateSecret(
  secretId: string,
  invoke: (event: object) => Promise<unknown>,
): Promise<void> {
  const ClientRequestToken = randomUUID();
  for (const Step of STEPS) await invoke({ Step, SecretId: secretId, ClientRequestToken });
}

async function answer(dataFolder: string, request: IncomingMessage, response: ServerResponse) {
  const call = calls[String(request.headers['x-amz-target']).replace(/^secretsmanager\./, '')];
  const input = await readJson(request);
  try {
    if (call === undefined) return send(response, 400, { __type: 'InvalidRequestException' });
    const secret = new SecretFile(dataFolder, String(input.SecretId));
    send(response, 200, call(secret, input));
  } catch (error) {
    if (!(error instanceof SecretNotFound)) throw error;
    send(response, 400, { __type: 'ResourceNotFoundException', message: error.message });
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}

function optional(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function stages(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : ['AWSCURRENT'];
}
