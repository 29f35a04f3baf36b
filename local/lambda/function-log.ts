// Stores the output of functions: one file per function, one JSON object per line.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface FunctionLog {
  write(functionName: string, lines: readonly string[]): void;
  /** Output after this is dropped. */
  close(): void;
}

/** Without a folder, nothing is stored. Files stay open, because opening one costs more than a write. */
export function openFunctionLog(folder?: string, alsoTo?: (line: string) => void): FunctionLog {
  const files = new Map<string, number>();
  let isClosed = false;
  if (folder) mkdirSync(folder, { recursive: true });
  const fileOf = (name: string, place: string) => {
    const file = files.get(name) ?? openSync(join(place, `${name}.ndjson`), 'a');
    files.set(name, file);
    return file;
  };
  return {
    write(name, lines) {
      lines.forEach((line) => alsoTo?.(`${name}: ${line}`));
      if (folder && !isClosed)
        writeSync(fileOf(name, folder), lines.map((line) => `${toJsonLine(line)}\n`).join(''));
    },
    close() {
      files.forEach((file) => closeSync(file));
      files.clear();
      isClosed = true;
    },
  };
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
