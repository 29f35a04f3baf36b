// The SQS of this machine: the template's queues, and the few calls that are made of them, over the
// protocol that the AWS SDK speaks.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { QueueFile } from './queue-file.ts';
import type { Message } from './queue-file.ts';

export const queueTypes = ['AWS::SQS::Queue'];

export type Queues = {
  endpoint: string;
  has(arn: string): boolean;
  send(arn: string, body: object): void;
  stop(): Promise<void>;
};

type Input = Record<string, unknown>;

const receivesDefault = 1;
const hiddenSecondsDefault = 30;

const calls: Record<string, (queue: QueueFile, input: Input) => object> = {
  SendMessage: (queue, input) => ({ MessageId: queue.send(String(input.MessageBody)).id }),
  ReceiveMessage(queue, input) {
    const most = Number(input.MaxNumberOfMessages ?? receivesDefault);
    const seconds = Number(input.VisibilityTimeout ?? hiddenSecondsDefault);
    return { Messages: queue.receive(most, seconds * 1_000).map(described) };
  },
  DeleteMessage(queue, input) {
    queue.delete(String(input.ReceiptHandle));
    return {};
  },
  ChangeMessageVisibility(queue, input) {
    queue.hide(String(input.ReceiptHandle), Number(input.VisibilityTimeout) * 1_000);
    return {};
  },
  GetQueueAttributes: (queue) => ({
    Attributes: { ApproximateNumberOfMessages: String(queue.length) },
  }),
};

export async function startQueues(
  queues: DeployedResource[],
  folder: string | undefined,
): Promise<Queues> {
  const byName = new Map(
    queues.map((queue) => {
      const name = nameIn(queue.ref);
      return [name, new QueueFile(folder && join(folder, `${name}.ndjson`))] as const;
    }),
  );
  const server = createServer((request, response) => {
    answer(byName, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    has: (arn) => byName.has(nameIn(arn)),
    send: (arn, body) => void byName.get(nameIn(arn))?.send(JSON.stringify(body)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The name at the end of a queue's URL or ARN. */
function nameIn(urlOrArn: string): string {
  return /[^/:]+$/.exec(urlOrArn)?.[0] ?? '';
}

async function answer(
  queues: Map<string, QueueFile>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const call = calls[String(request.headers['x-amz-target']).replace(/^AmazonSQS\./, '')];
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const input = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Input;
  const queue = queues.get(nameIn(String(input.QueueUrl)));
  if (!call) return send(response, 400, { __type: 'com.amazonaws.sqs#UnsupportedOperation' });
  if (!queue) return send(response, 400, { __type: 'com.amazonaws.sqs#QueueDoesNotExist' });
  send(response, 200, call(queue, input));
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}

function described({ id, body, receipt, sentAt, receives }: Message) {
  return {
    MessageId: id,
    Body: body,
    // The SDK refuses a message whose sum is missing.
    MD5OfBody: createHash('md5').update(body).digest('hex'),
    ReceiptHandle: receipt,
    Attributes: { SentTimestamp: String(sentAt), ApproximateReceiveCount: String(receives) },
  };
}
