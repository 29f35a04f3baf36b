/* oxlint-disable unicorn/require-post-message-target-origin -- the rule is about windows */
// One worker thread serves one function, like a Lambda execution environment.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { FunctionError } from './function-error.ts';
import type { FunctionSettings } from './function-settings.ts';
import { splitLines } from '../http/lines.ts';

const bootstrap = join(import.meta.dirname, 'function-worker.mjs');
const INIT_TIMEOUT_MS = 30_000;
// By default, each thread would accumulate about 50 MB of garbage before it collects.
const YOUNG_GENERATION_MEGABYTES = 16;
const PAYLOAD_BYTES_MAX = 6 * 1024 * 1024;

type WorkerAnswer =
  | { readonly payload: string }
  | { readonly type: string; readonly message: string; readonly stack?: string };

interface WorkerMessage {
  readonly isReady?: true;
  readonly answer?: WorkerAnswer;
  readonly printed: string;
}

export interface WorkerSurroundings {
  readonly environment: NodeJS.Dict<string>;
  /** The folder for code that V8 has compiled; without one nothing is kept. */
  readonly compiled?: string | undefined;
  /** How many times its limit a call may take. */
  readonly timeoutFactor: number;
}

export interface WorkerListeners {
  onLines(lines: readonly string[]): void;
  /** Called when the thread bears no more invocations: at a crash, and when it has ended for any reason. */
  onEnd(): void;
}

export class FunctionWorker {
  readonly settings: FunctionSettings;
  readonly #timeoutFactor: number;
  #worker: Worker;
  readonly #ready: Promise<void>;
  #ended = false;
  #settle: ((answer: WorkerAnswer) => void) | undefined;

  constructor(
    settings: FunctionSettings,
    { environment, compiled, timeoutFactor }: WorkerSurroundings,
    on: WorkerListeners,
  ) {
    this.settings = settings;
    this.#timeoutFactor = timeoutFactor;
    this.#worker = new Worker(bootstrap, {
      name: settings.name,
      env: environment,
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: settings.memoryMegabytes,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
      },
      workerData: { ...buildWorkerData(settings), compiled },
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ready = promise;
    this.#listen(on, resolve);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Resolves with the JSON text of the handler's result; rejects with a FunctionError. */
  async invoke(event: string): Promise<string> {
    const answer = await this.#answer(event);
    if (!('payload' in answer)) throw new FunctionError(answer.type, answer.message);
    if (Buffer.byteLength(answer.payload) > PAYLOAD_BYTES_MAX) {
      throw new FunctionError('Function.ResponseSizeTooLarge', 'The response exceeds 6 MB.');
    }
    return answer.payload;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #answer(event: string): Promise<WorkerAnswer> {
    const { timeoutSeconds } = this.settings;
    return new Promise((resolve) => {
      let timer = this.#endAfter(INIT_TIMEOUT_MS, 'The initialization timed out.');
      this.#settle = (answer) => {
        clearTimeout(timer);
        this.#settle = undefined;
        resolve(answer);
      };
      void this.#ready.then(() => {
        if (!this.#settle) return;
        clearTimeout(timer);
        const limit = timeoutSeconds * 1_000;
        timer = this.#endAfter(limit, `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`);
        this.#worker.postMessage({ event, requestId: randomUUID(), milliseconds: limit });
      });
    });
  }

  #endAfter(milliseconds: number, message: string) {
    return setTimeout(() => {
      this.#settle?.({ type: 'Sandbox.Timedout', message });
      this.#ended = true;
      void this.end();
    }, milliseconds * this.#timeoutFactor);
  }

  #listen({ onLines, onEnd }: WorkerListeners, onReady: () => void) {
    const lines = splitLines(onLines);
    this.#worker.on('message', ({ isReady, answer, printed }: WorkerMessage) => {
      lines.push(printed);
      if (isReady) onReady();
      if (!answer) return;
      if ('stack' in answer && answer.stack) onLines([answer.stack]);
      this.#settle?.(answer);
    });
    this.#worker.on('error', (error) => {
      const { name, message, stack }: Partial<Error> = Object(error);
      onLines([stack ?? String(error)]);
      // The thread ends a moment later; an invocation that it was given until then would fail.
      this.#ended = true;
      onEnd();
      this.#settle?.({ type: name ?? typeof error, message: message ?? String(error) });
    });
    this.#worker.on('exit', (code) => {
      this.#ended = true;
      lines.end();
      const message = `Runtime exited with error: exit status ${code}`;
      this.#settle?.({ type: 'Runtime.ExitError', message });
      onEnd();
    });
  }
}

function buildWorkerData({ name, arn, file, exportName, memoryMegabytes }: FunctionSettings) {
  return {
    url: pathToFileURL(file).href,
    exportName,
    context: {
      callbackWaitsForEmptyEventLoop: true,
      functionName: name,
      functionVersion: '$LATEST',
      invokedFunctionArn: arn,
      memoryLimitInMB: String(memoryMegabytes),
      logGroupName: `/aws/lambda/${name}`,
      logStreamName: 'local',
    },
  };
}
