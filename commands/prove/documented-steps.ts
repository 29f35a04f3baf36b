// The commands of a page and the answers it shows, run in one shell as a reader would.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface DocumentedStep {
  readonly command: string;
  /** What the page shows below the command; absent if it shows nothing. */
  readonly answer: string | undefined;
}

/** The steps between two headings of a page, or of the whole page. */
export function readSteps(page: string, from = '', to?: string): DocumentedStep[] {
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8');
  const part = text.slice(text.indexOf(from), to === undefined ? undefined : text.indexOf(to));
  const blocks = part.matchAll(/```sh\n(.*?)```\n(?:\n```(?:json|text)\n(.*?)```)?/gs);
  return [...blocks].map(([, command = '', answer]) => ({ command, answer }));
}

/** Runs the commands in one shell, which ends at the first that fails; returns what each has printed. */
export async function runSteps(steps: readonly DocumentedStep[]): Promise<string[]> {
  const script = steps.map(({ command }) => `${command}\necho; echo ----`).join('\n');
  const running = promisify(execFile)('bash', ['-es']);
  // By its input: a list of processes shows arguments, and the commands may hold a token.
  running.child.stdin?.end(script);
  const { stdout } = await running;
  return stdout.split('----\n').map((answer) => answer.trim());
}

/** The answer without what differs between runs: identifiers, times and days. */
export function maskAnswer(answer: string): unknown {
  const text = answer
    .trim()
    .replace(/(acc|evt|jrn|ent|far|glr|bat)_[0-9a-f-]{36}/g, '$1_…')
    .replace(/(op|svc)_[0-9a-f-]{36}/g, 'actor_…')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
    .replace(/"\d{4}-\d{2}-\d{2}"/g, '"day"')
    .replace(/"correlation_id":\s*"[^"]+"/g, '"correlation_id":"…"');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
