// Where the output of functions goes: one file per function, one JSON object per line.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export type FunctionLog = (functionName: string, line: string) => void;

export function functionLog(folder?: string, alsoTo?: (line: string) => void): FunctionLog {
  if (folder) mkdirSync(folder, { recursive: true });
  return (functionName, line) => {
    alsoTo?.(`${functionName}: ${line}`);
    if (!folder) return;
    appendFileSync(join(folder, `${functionName}.ndjson`), `${asJson(line)}\n`);
  };
}

function asJson(line: string): string {
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
