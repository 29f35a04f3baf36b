// Schedules in one file, so that they outlive the runner.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../cloudformation/template.ts';
import { readErrorCode } from '../http/error-code.ts';

export interface Schedule {
  readonly group: string;
  readonly name: string;
  /** As they were given. */
  readonly settings: JsonObject;
  /** ISO times. */
  readonly made: string;
  readonly changed: string;
  /** When it calls next; absent when it never will. */
  readonly due?: string;
  /** The earliest time of a retry, after a failed call. */
  readonly retried?: string;
}

export class ScheduleStore {
  readonly #folder: string | undefined;
  #schedules: Schedule[];

  /** Without a folder they are lost when the runner stops. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
    this.#schedules = folder === undefined ? [] : readSchedules(buildFilePath(folder));
  }

  all(): readonly Schedule[] {
    return this.#schedules;
  }

  find(group: string, name: string): Schedule | undefined {
    return this.#schedules.find((one) => one.group === group && one.name === name);
  }

  put(schedule: Schedule): void {
    this.#write([...this.#others(schedule), schedule]);
  }

  /** Puts it into memory alone, for a disk that does not take it: the next put or remove stores it. */
  remember(schedule: Schedule): void {
    this.#schedules = [...this.#others(schedule), schedule];
  }

  remove(schedule: Schedule): void {
    this.#write(this.#others(schedule));
  }

  #others({ group, name }: Schedule): Schedule[] {
    return this.#schedules.filter((one) => one.group !== group || one.name !== name);
  }

  // Written atomically, and before memory changes: a schedule whose write fails does not exist.
  #write(schedules: Schedule[]) {
    if (this.#folder !== undefined) {
      mkdirSync(this.#folder, { recursive: true });
      const file = buildFilePath(this.#folder);
      writeFileSync(`${file}.new`, JSON.stringify(schedules), { flush: true });
      renameSync(`${file}.new`, file);
    }
    this.#schedules = schedules;
  }
}

function buildFilePath(folder: string): string {
  return join(folder, 'schedules.json');
}

function readSchedules(file: string): Schedule[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Schedule[];
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
