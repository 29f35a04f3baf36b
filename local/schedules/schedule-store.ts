// Stores schedules in one file, so that they survive a restart of the runner.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStored } from '../files/parse-stored.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { readErrorCode } from '../http/error-code.ts';

export interface Schedule {
  readonly group: string;
  readonly name: string;
  /** The input of the call that created or updated the schedule. */
  readonly settings: JsonObject;
  /** ISO 8601, as all times here. */
  readonly made: string;
  readonly changed: string;
  /** The next time the target is called; absent when there is none. */
  readonly due?: string;
  /** The earliest time of a retry, after a failed call. */
  readonly retried?: string;
}

export class ScheduleStore {
  readonly #folder: string | undefined;
  #schedules: Schedule[];

  /** Without a folder, the schedules are lost when the runner stops. */
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

  // Memory changes after the file: a schedule whose write fails does not exist.
  #write(schedules: Schedule[]) {
    if (this.#folder !== undefined) {
      mkdirSync(this.#folder, { recursive: true });
      writeWhole(buildFilePath(this.#folder), JSON.stringify(schedules));
    }
    this.#schedules = schedules;
  }
}

function buildFilePath(folder: string): string {
  return join(folder, 'schedules.json');
}

function readSchedules(file: string): Schedule[] {
  try {
    return parseStored<Schedule[]>(file, readFileSync(file, 'utf8'));
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
