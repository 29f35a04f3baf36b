// The log of a proof: a line of JSON for each step that has started or ended, without secrets.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { redact } from './redact.ts';

export interface LogLine {
  readonly at: string;
  readonly step: string;
  readonly event: 'started' | 'passed' | 'failed';
  readonly seen?: string;
  readonly facts?: Readonly<Record<string, string>>;
}

export class ProofLog {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  /** Writes the line at once: a proof may be stopped at any time. */
  write(line: Omit<LogLine, 'at'>): void {
    const all = { at: new Date().toISOString(), ...line };
    // Each text by itself: in JSON its quotes are escaped, and a secret would not be recognized by its name.
    const safe = JSON.stringify(all, (_, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    );
    appendFileSync(this.#file, `${safe}\n`, { mode: 0o600 });
  }

  /** What the steps before have found out; later lines replace earlier ones. */
  readFacts(): Record<string, string> {
    const lines = this.#readLines().map(({ facts }) => facts ?? {});
    return Object.assign({}, ...lines) as Record<string, string>;
  }

  #readLines(): LogLine[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
    return lines.flatMap(parseLine);
  }
}

// A line that a full disk or a crash has cut must not keep the stage from being deleted.
function parseLine(line: string): LogLine[] {
  try {
    return [JSON.parse(line) as LogLine];
  } catch {
    return [];
  }
}
