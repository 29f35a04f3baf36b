// A queue of stream batches that a consumer could not process. Its messages hold their position in the
// stream.
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  MessageNotInflight,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Message, SQSClientConfig } from '@aws-sdk/client-sqs';

/** The position of a batch, as Lambda reports it. */
export interface FailedBatch {
  readonly shardId: string;
  readonly startSequenceNumber: string;
  readonly endSequenceNumber: string;
  readonly approximateArrivalOfFirstRecord: string;
  readonly approximateArrivalOfLastRecord: string;
  readonly batchSize: number;
}

export interface QueuedFailure {
  /** Of the message, whenever it is received. */
  readonly id: string;
  /** The receipt handle, for deleting or releasing the message; another with each time that it is received. */
  readonly handle: string;
  /** Undefined when the message does not describe a stream batch. */
  readonly batch: FailedBatch | undefined;
}

/** No other receiver gets a message in that time: long enough for ten batches and a scan of the table. */
const HIDDEN_SECONDS = 900;
const MESSAGES_MAX = 10;

export class FailureQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  /** Opens the queue of a stage on AWS, with the caller's own credentials. */
  static async named(name: string, connection: SQSClientConfig = {}): Promise<FailureQueue> {
    const client = new SQSClient(connection);
    const { QueueUrl: url } = await client.send(new GetQueueUrlCommand({ QueueName: name }));
    if (url === undefined) throw new Error(`There is no queue ${name}.`);
    return new FailureQueue(client, url);
  }

  /** Receives up to ten messages that no other receiver holds; returns none when the queue is empty. */
  async receive(): Promise<QueuedFailure[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl: this.#url,
      MaxNumberOfMessages: MESSAGES_MAX,
      VisibilityTimeout: HIDDEN_SECONDS,
      // Long polling asks all servers of the queue; short polling may miss messages.
      WaitTimeSeconds: 1,
    });
    const { Messages: messages = [] } = await this.#client.send(command);
    return messages.map(toQueuedFailure);
  }

  async delete({ handle }: QueuedFailure): Promise<void> {
    const message = { QueueUrl: this.#url, ReceiptHandle: handle };
    await this.#client.send(new DeleteMessageCommand(message));
  }

  /** Releases the message, so that it can be received again at once. */
  async release({ handle }: QueuedFailure): Promise<void> {
    const message = { QueueUrl: this.#url, ReceiptHandle: handle, VisibilityTimeout: 0 };
    try {
      await this.#client.send(new ChangeMessageVisibilityCommand(message));
    } catch (error) {
      // It was hidden for so long that it can be received already.
      if (!(error instanceof MessageNotInflight)) throw error;
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

function toQueuedFailure(message: Message): QueuedFailure {
  const { MessageId: id = '', Body: body = '', ReceiptHandle: handle = '' } = message;
  return { id, handle, batch: parseFailedBatch(body) };
}

function parseFailedBatch(body: string): FailedBatch | undefined {
  try {
    return (JSON.parse(body) as { DDBStreamBatchInfo?: FailedBatch }).DDBStreamBatchInfo;
  } catch {
    return undefined;
  }
}
