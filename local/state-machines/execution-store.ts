// Stores each execution in its own file, so that unfinished ones resume after a restart.
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseStored } from '../files/parse-stored.ts';
import { writeWhole } from '../files/write-whole.ts';
import { readErrorCode } from '../http/error-code.ts';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';

export interface Execution {
  readonly machine: string;
  readonly name: string;
  /** The JSON text that the caller sent. */
  readonly input: string;
  readonly status: ExecutionStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly stoppedAt?: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

export class ExecutionStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(machine: string, name: string): Execution | undefined {
    const file = this.#file(machine, name);
    try {
      return parseStored<Execution>(file, readFileSync(file, 'utf8'));
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  write(execution: Execution) {
    const file = this.#file(execution.machine, execution.name);
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, JSON.stringify(execution));
  }

  running(machine: string): Execution[] {
    return this.#names(machine)
      .flatMap((name) => this.read(machine, name) ?? [])
      .filter(({ status }) => status === 'RUNNING')
      .toSorted((a, b) => a.startedAt - b.startedAt);
  }

  #names(machine: string): string[] {
    try {
      const files = readdirSync(join(this.#folder, machine));
      return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  #file(machine: string, name: string): string {
    return join(this.#folder, machine, `${name}.json`);
  }
}
