// Stores the output of functions: one file per function, one JSON object per line.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LogFile } from './log-file.ts';

export interface FunctionLog {
  write(functionName: string, lines: readonly string[]): void;
  /** Output after this is dropped. */
  close(): void;
}

export interface FunctionLogOptions {
  /** Absent: nothing is stored. */
  readonly folder?: string | undefined;
  /** Receives each line too. */
  readonly alsoTo?: ((line: string) => void) | undefined;
  /** Receives a sentence when output is lost for the first time, and one when it is stored again. */
  readonly warn?: ((sentence: string) => void) | undefined;
  /** A file of this size is replaced; the one before it is kept, and no other. */
  readonly fileBytesMax?: number;
}

// Each request leaves a line: without a limit they would fill the disk.
const FILE_BYTES_MAX = 32 * 1024 * 1024;

export function openFunctionLog(options: FunctionLogOptions = {}): FunctionLog {
  if (options.folder) mkdirSync(options.folder, { recursive: true });
  return new FolderLog(options);
}

class FolderLog implements FunctionLog {
  readonly #options: FunctionLogOptions;
  /** They stay open: opening one costs more than writing a line. */
  readonly #files = new Map<string, LogFile>();
  #isClosed = false;
  #isLosing = false;

  constructor(options: FunctionLogOptions) {
    this.#options = options;
  }

  write(name: string, lines: readonly string[]): void {
    const { folder, alsoTo } = this.#options;
    if (alsoTo) lines.forEach((line) => alsoTo(`${name}: ${line}`));
    if (!folder || this.#isClosed) return;
    // The output is worth less than the runner, which a full disk must not end.
    try {
      this.#openFile(folder, name).append(lines.map((line) => `${toJsonLine(line)}\n`).join(''));
      this.#report(false, 'The output of the functions is stored again.');
    } catch (error) {
      this.#files.get(name)?.close();
      this.#files.delete(name);
      const reason = error instanceof Error ? error.message : String(error);
      this.#report(true, `The output of the functions is being lost: ${reason}`);
    }
  }

  close(): void {
    this.#files.forEach((file) => file.close());
    this.#files.clear();
    this.#isClosed = true;
  }

  #openFile(folder: string, name: string): LogFile {
    const { fileBytesMax = FILE_BYTES_MAX } = this.#options;
    const file = this.#files.get(name) ?? new LogFile(join(folder, `${name}.ndjson`), fileBytesMax);
    this.#files.set(name, file);
    return file;
  }

  #report(isLosing: boolean, sentence: string): void {
    if (isLosing !== this.#isLosing) this.#options.warn?.(sentence);
    this.#isLosing = isLosing;
  }
}

function toJsonLine(line: string): string {
  return isJsonObject(line)
    ? line.trim()
    : JSON.stringify({ timestamp: new Date().toISOString(), message: line });
}

function isJsonObject(line: string): boolean {
  try {
    return line.trimStart().startsWith('{') && typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
