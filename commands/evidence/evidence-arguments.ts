// What an auditor gives to the check: flags for each kind of file, or words, whose kind their names show.
import { UsageError } from '../command-definition.ts';
import { readEvidenceKeys } from './evidence-keys.ts';
import { isFolder } from './log/log-folder.ts';
import type { EvidenceTask } from './verify-evidence.ts';

export const EVIDENCE_OPTIONS = {
  key: { type: 'string', multiple: true },
  checkpoint: { type: 'string', multiple: true },
  export: { type: 'string', multiple: true },
  proof: { type: 'string', multiple: true },
  entry: { type: 'string' },
  'late-hours': { type: 'string', default: '48' },
  json: { type: 'boolean', default: false },
} as const;

export interface EvidenceFlags {
  readonly key?: readonly string[];
  readonly checkpoint?: readonly string[];
  readonly export?: readonly string[];
  readonly proof?: readonly string[];
  readonly entry?: string;
  readonly 'late-hours': string;
}

type GivenFiles = Omit<EvidenceTask, 'keys' | 'onProgress'>;

/** Reads the flags and words. Throws UsageError where something is missing, or there is nothing to check. */
export function readEvidenceTask(
  flags: EvidenceFlags,
  words: readonly string[],
): Omit<EvidenceTask, 'onProgress'> {
  const files = readFiles(flags, words);
  const { log, checkpoints, exports, proofs } = files;
  if (log === undefined && [...checkpoints, ...exports, ...proofs].length === 0) {
    throw new UsageError('Give the folder of a log, or files to check.');
  }
  if (files.entryFile !== undefined && proofs.length !== 1) {
    throw new UsageError('--entry belongs to one proof.');
  }
  if (flags.key === undefined) throw new UsageError('Give the key of the log with --key.');
  return { ...files, keys: readEvidenceKeys(flags.key) };
}

function readFiles(flags: EvidenceFlags, words: readonly string[]): GivenFiles {
  const folders = words.filter((word) => isFolder(word));
  if (folders.length > 1) throw new UsageError('Give the folder of one log.');
  const files = words.filter((word) => !isFolder(word));
  const kinds = Map.groupBy(files, classifyFile);
  return {
    log: folders[0],
    checkpoints: [...(flags.checkpoint ?? []), ...(kinds.get('checkpoint') ?? [])],
    exports: [...(flags.export ?? []), ...(kinds.get('export') ?? [])],
    proofs: [...(flags.proof ?? []), ...(kinds.get('proof') ?? [])],
    entryFile: flags.entry,
    lateHours: parseHours(flags['late-hours']),
  };
}

function classifyFile(file: string): 'checkpoint' | 'export' | 'proof' {
  if (file.endsWith('.tlog-proof')) return 'proof';
  return /\.csv$|FEC\d{8}\.txt$/i.test(file) ? 'export' : 'checkpoint';
}

function parseHours(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new UsageError(`--late-hours takes a whole number of hours, not "${text}".`);
}
