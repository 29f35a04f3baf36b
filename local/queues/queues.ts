// A local SQS: the template's queues, with the calls that the functions and commands make, over the AWS
// SDK's protocol.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { startJsonService } from '../http/json-service.ts';
import { ServiceError } from '../http/service-error.ts';
import { QueueFile } from './queue-file.ts';
import type { QueueMessage } from './queue-file.ts';

export const QUEUE_TYPES = ['AWS::SQS::Queue'];

export type QueueService = Endpoint & {
  has(arn: string): boolean;
  send(arn: string, body: object): void;
};

type QueueInput = Record<string, unknown>;

const RECEIVES_DEFAULT = 1;
const HIDDEN_SECONDS_DEFAULT = 30;

const calls: Record<string, (queue: QueueFile, input: QueueInput) => object> = {
  SendMessage: (queue, input) => ({ MessageId: queue.send(String(input.MessageBody)).id }),
  ReceiveMessage(queue, input) {
    const most = Number(input.MaxNumberOfMessages ?? RECEIVES_DEFAULT);
    const seconds = Number(input.VisibilityTimeout ?? HIDDEN_SECONDS_DEFAULT);
    return { Messages: queue.receive(most, seconds * 1_000).map(describeMessage) };
  },
  DeleteMessage(queue, input) {
    queue.delete(String(input.ReceiptHandle));
    return {};
  },
  ChangeMessageVisibility(queue, input) {
    const isHidden = queue.hide(
      String(input.ReceiptHandle),
      Number(input.VisibilityTimeout) * 1_000,
    );
    if (isHidden) return {};
    throw new ServiceError('com.amazonaws.sqs#MessageNotInflight', 'The message is not in flight.');
  },
  GetQueueAttributes: (queue) => ({
    Attributes: { ApproximateNumberOfMessages: String(queue.length) },
  }),
};

export async function startQueues(
  queues: DeployedResource[],
  folder: string | undefined,
  log?: (line: string) => void,
): Promise<QueueService> {
  const byName = new Map(
    queues.map((queue) => {
      const name = readQueueName(queue.ref);
      return [name, new QueueFile(folder && join(folder, `${name}.ndjson`))] as const;
    }),
  );
  const queueOf = ({ QueueUrl: url }: QueueInput) => {
    const queue = byName.get(readQueueName(String(url)));
    if (queue) return queue;
    throw new ServiceError(
      'com.amazonaws.sqs#QueueDoesNotExist',
      `The queue ${String(url)} does not exist.`,
    );
  };
  const service = await startJsonService(
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [name, (input) => call(queueOf(input), input)]),
    ),
    log,
  );
  return {
    ...service,
    has: (arn) => byName.has(readQueueName(arn)),
    send: (arn, body) => void byName.get(readQueueName(arn))?.send(JSON.stringify(body)),
  };
}

/** The name at the end of a queue's URL or ARN. */
function readQueueName(urlOrArn: string): string {
  return /[^/:]+$/.exec(urlOrArn)?.[0] ?? '';
}

function describeMessage({ id, body, receipt, sentAt, receives }: QueueMessage) {
  return {
    MessageId: id,
    Body: body,
    // The SDK refuses a message without its checksum.
    MD5OfBody: createHash('md5').update(body).digest('hex'),
    ReceiptHandle: receipt,
    Attributes: { SentTimestamp: String(sentAt), ApproximateReceiveCount: String(receives) },
  };
}
