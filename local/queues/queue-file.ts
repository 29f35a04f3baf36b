import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  /** Until then it is invisible to others; its receiver holds this receipt. */
  hiddenUntil: number;
  receipt: string;
  receives: number;
}

/** A queue's messages in one file; a queue of failures is short. */
export class QueueFile {
  readonly #path: string | undefined;
  #messages: QueueMessage[];

  /** Without a path they last as long as the runner. */
  constructor(path: string | undefined) {
    this.#path = path;
    this.#messages =
      path !== undefined && existsSync(path) ? parseMessages(readFileSync(path, 'utf8')) : [];
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

  /** Extends the time that the message is invisible; 0 makes it visible at once. */
  hide(receipt: string, milliseconds: number) {
    const hiddenUntil = Date.now() + milliseconds;
    this.#write(
      this.#messages.map((one) => (one.receipt === receipt ? { ...one, hiddenUntil } : one)),
    );
  }

  // Written beside it and renamed: a crash leaves the old queue or the new one.
  // Memory changes after the file: a message whose write fails is not in the queue.
  #write(messages: QueueMessage[]) {
    if (this.#path !== undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      const lines = messages.map((one) => `${JSON.stringify(one)}\n`);
      writeFileSync(`${this.#path}.new`, lines.join(''));
      renameSync(`${this.#path}.new`, this.#path);
    }
    this.#messages = messages;
  }
}

function parseMessages(text: string): QueueMessage[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as QueueMessage);
}
