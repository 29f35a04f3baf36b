// A command of `npm run admin`, and the options of all commands.
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import type { StackFlags } from './running-stack.ts';

export interface AdminOptions extends StackFlags {
  readonly name?: string;
  readonly tenant?: string;
  readonly service?: boolean;
  readonly 'redirect-uri'?: readonly string[];
  readonly 'logout-uri'?: readonly string[];
  readonly 'overlap-hours'?: string;
  readonly 'public-key'?: string;
  readonly stage?: string;
  readonly off?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly code?: string;
  readonly file?: string;
  readonly format?: string;
  readonly 'retention-years'?: string;
}

/** What a command answers. */
export interface AdminAnswer {
  /** For people. */
  readonly text: string;
  /** For programs: what `--json` prints. */
  readonly body: unknown;
  /** What deserves attention, although it was done: on standard error, for both. */
  readonly warning?: string | undefined;
}

export interface AdminCommand {
  readonly usage: string;
  readonly words: number;
  /** Whether it takes more words than that. */
  readonly takesMore?: true;
  readonly run: (
    who: Administration,
    words: string[],
    options: AdminOptions,
  ) => Promise<AdminAnswer>;
}

/** Formats an answer for standard output. */
export function formatAnswer({ text, body }: AdminAnswer, json = false): string {
  return json ? JSON.stringify(body, undefined, 2) : text;
}
