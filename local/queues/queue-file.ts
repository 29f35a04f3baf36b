import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseStored } from '../files/parse-stored.ts';
import { writeWhole } from '../files/write-whole.ts';

export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  /** Milliseconds since 1970; until then no receiver gets the message again. */
  hiddenUntil: number;
  /** Identifies the latest receive, as SQS's receipt handle does. */
  receipt: string;
  receives: number;
}

/** Stores a queue's messages in one file, rewritten on each change: dead-letter queues are short. */
export class QueueFile {
  readonly #path: string | undefined;
  #messages: QueueMessage[];

  /** Without a path, the messages are lost when the runner stops. */
  constructor(path: string | undefined) {
    this.#path = path;
    this.#messages = path !== undefined && existsSync(path) ? readMessages(path) : [];
  }

  get length(): number {
    return this.#messages.length;
  }

  send(body: string): QueueMessage {
    const sentAt = Date.now();
    const id = randomUUID();
    const message = { id, body, sentAt, hiddenUntil: 0, receipt: '', receives: 0 };
    this.#write([...this.#messages, message]);
    return message;
  }

  receive(most: number, hiddenMs: number): QueueMessage[] {
    const now = Date.now();
    const visible = this.#messages.filter(({ hiddenUntil }) => hiddenUntil <= now).slice(0, most);
    for (const message of visible) {
      message.hiddenUntil = now + hiddenMs;
      message.receipt = randomUUID();
      message.receives += 1;
    }
    this.#write(this.#messages);
    return visible;
  }

  delete(receipt: string) {
    this.#write(this.#messages.filter((message) => message.receipt !== receipt));
  }

  /** Hides the message for this long from now; 0 makes it visible at once. False if it is visible already. */
  hide(receipt: string, milliseconds: number): boolean {
    const now = Date.now();
    const hiddenUntil = now + milliseconds;
    if (this.#messages.some((one) => one.receipt === receipt && one.hiddenUntil <= now))
      return false;
    this.#write(
      this.#messages.map((one) => (one.receipt === receipt ? { ...one, hiddenUntil } : one)),
    );
    return true;
  }

  // Memory changes after the file: a message whose write fails is not in the queue.
  #write(messages: QueueMessage[]) {
    if (this.#path !== undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      const lines = messages.map((one) => `${JSON.stringify(one)}\n`);
      writeWhole(this.#path, lines.join(''));
    }
    this.#messages = messages;
  }
}

function readMessages(path: string): QueueMessage[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseStored<QueueMessage>(path, line));
}
