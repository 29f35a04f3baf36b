// The products that an exercise starts, one after the other in one data folder.
import { join } from 'node:path';
import { startProduct } from '../bench/load/running-product.ts';
import type { RunningProduct } from '../bench/load/running-product.ts';

/** Knows each from the beginning of its start, so that an interruption at any time stops it. */
export class ExercisedProducts {
  readonly #folder: string;
  readonly #engine: string;
  #running: Promise<RunningProduct>[] = [];
  #hasEnded = false;

  constructor(folder: string, engine: string) {
    this.#folder = folder;
    this.#engine = engine;
  }

  start(parameters: readonly string[] = []): Promise<RunningProduct> {
    if (this.#hasEnded) throw new Error('The exercise has ended.');
    const flags = parameters.flatMap((one) => ['--parameters', one]);
    const data = join(this.#folder, 'data');
    const product = startProduct({ folder: this.#folder, engine: this.#engine, data, flags });
    this.#running.push(product);
    return product;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = [];
    for (const started of running) {
      // A start that failed has stopped what it started.
      const product = await started.catch(() => undefined);
      await product?.stop();
    }
  }

  /** Starts no other one: work that was interrupted continues until it fails. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.stop();
  }
}
