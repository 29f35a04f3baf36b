// Assigns invocations to workers. Each worker is a JavaScript engine of about 20 MB, so a burst waits in a
// queue instead of filling the memory.
import { availableParallelism } from 'node:os';
import { buildStoppingError } from './function-error.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { FunctionWorker, WorkerListeners } from './function-worker.ts';

export interface PoolLimits {
  /** Concurrent invocations of one function. */
  readonly perFunction: number;
  /** Workers of all functions, busy or idle. */
  readonly inAll: number;
  /** Workers that stay warm while they are idle. */
  readonly idle: number;
}

// With more than two workers for each processor, a function gets slower: every worker starts cold, and
// compiles and optimizes the code for itself.
export const poolLimits: PoolLimits = {
  perFunction: Math.min(8, 2 * availableParallelism()),
  inAll: 32,
  idle: 16,
};

interface InvocationJob {
  readonly settings: FunctionSettings;
  readonly event: string;
  readonly queuedAt: number;
  resolve(payload: string): void;
  reject(error: unknown): void;
}

type WorkerFactory = (
  settings: FunctionSettings,
  onEnd: WorkerListeners['onEnd'],
) => FunctionWorker;

const QUEUE_TIMEOUT_MS = 1_000;

export class WorkerPool {
  readonly #spawn: WorkerFactory;
  readonly #limits: PoolLimits;
  readonly #workers = new Set<FunctionWorker>();
  /** Ordered by how long they have been idle, longest first. */
  #idle: FunctionWorker[] = [];
  #queue: InvocationJob[] = [];
  #stopped = false;

  constructor(spawn: WorkerFactory, limits: PoolLimits = poolLimits) {
    this.#spawn = spawn;
    this.#limits = limits;
  }

  get size(): number {
    return this.#workers.size;
  }

  invoke(settings: FunctionSettings, event: string): Promise<string> {
    if (this.#stopped) return Promise.reject(buildStoppingError());
    return new Promise((resolve, reject) => {
      this.#queue.push({ settings, event, queuedAt: Date.now(), resolve, reject });
      this.#pump();
    });
  }

  /** Starts a worker before its first invocation, as provisioned concurrency does. */
  warm(settings: FunctionSettings): void {
    if (this.#stopped || this.#workers.size >= this.#limits.idle) return;
    this.#idle.push(this.#start(settings));
  }

  /** Ends the idle workers of a function, as Lambda does after a time without calls. */
  cool(settings: FunctionSettings): void {
    for (const worker of this.#idle.filter((idle) => idle.settings === settings)) {
      this.#evict(worker);
    }
  }

  async stop() {
    this.#stopped = true;
    this.#queue.splice(0).forEach((job) => job.reject(buildStoppingError()));
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  /** Starts every queued job for which a worker is available, oldest first. */
  #pump() {
    if (this.#stopped) return;
    const blocked = new Set<string>();
    this.#queue = this.#queue.filter((job) => {
      if (blocked.has(job.settings.name)) return true;
      const worker = this.#workerFor(job);
      if (!worker) {
        blocked.add(job.settings.name);
        return true;
      }
      void this.#run(worker, job);
      return false;
    });
  }

  async #run(worker: FunctionWorker, job: InvocationJob) {
    await worker.invoke(job.event).then(job.resolve, job.reject);
    if (!worker.ended) this.#idle.push(worker);
    this.#pump();
    while (this.#idle.length > this.#limits.idle) this.#evict(this.#idle[0]);
  }

  #workerFor({ settings, queuedAt }: InvocationJob): FunctionWorker | undefined {
    const warm = this.#idle.find((worker) => worker.settings === settings);
    if (warm) {
      this.#idle.splice(this.#idle.indexOf(warm), 1);
      return warm;
    }
    const own = [...this.#workers].filter((worker) => worker.settings === settings);
    if (own.length >= this.#limits.perFunction) return undefined;
    if (this.#workers.size >= this.#limits.inAll && !this.#evict(this.#dispensable(queuedAt))) {
      return undefined;
    }
    return this.#start(settings);
  }

  // Chooses an idle worker whose function has no queued job. A job that has waited too long may replace any
  // idle worker, so that it does not starve.
  #dispensable(queuedAt: number): FunctionWorker | undefined {
    if (Date.now() - queuedAt > QUEUE_TIMEOUT_MS) return this.#idle[0];
    const wanted = new Set(this.#queue.map((job) => job.settings));
    return this.#idle.find((worker) => !wanted.has(worker.settings));
  }

  #start(settings: FunctionSettings): FunctionWorker {
    const worker = this.#spawn(settings, () => {
      this.#forget(worker);
      this.#pump();
    });
    this.#workers.add(worker);
    return worker;
  }

  #evict(worker: FunctionWorker | undefined): boolean {
    if (!worker) return false;
    this.#forget(worker);
    void worker.end();
    return true;
  }

  #forget(worker: FunctionWorker) {
    this.#workers.delete(worker);
    this.#idle = this.#idle.filter((other) => other !== worker);
  }
}
