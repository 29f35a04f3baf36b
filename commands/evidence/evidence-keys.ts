// The public keys that an auditor trusts: those of one log, and of witnesses.
import { existsSync } from 'node:fs';
import type { TrustedKeys } from '../../functions/domain/evidence/signed-checkpoint.ts';
import {
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  parseVerifierKey,
} from '../../functions/domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import { readGivenFile } from './given-files.ts';

export interface EvidenceKeys extends Required<TrustedKeys> {
  /** The log's, which is the name of its keys. */
  readonly origin: string;
}

/** Names a key of the log in parentheses where there are several; empty for the only one. */
export function formatKeyId({ logKeys }: EvidenceKeys, { keyId }: VerifierKey): string {
  return logKeys.length > 1 ? ` (key ${keyId})` : '';
}

/** Reads keys, each given as its text or as a file with one key a line, in their order. */
export function readVerifierKeys(given: readonly string[]): VerifierKey[] {
  const lines = given.flatMap((text) =>
    existsSync(text) ? readGivenFile(text).toString().split(/\r?\n/) : [text],
  );
  const keys = new Set(lines.map((line) => line.trim()).filter((line) => line !== ''));
  return [...keys].map((text) => parseVerifierKey(text));
}

/** Reads the keys of one log, in the order in which they signed, and of witnesses. Throws Error with a sentence. */
export function readEvidenceKeys(given: readonly string[]): EvidenceKeys {
  const parsed = readVerifierKeys(given);
  const logKeys = parsed.filter(({ type }) => type === ED25519_NOTE);
  const origins = new Set(logKeys.map(({ name }) => name));
  const [origin] = origins;
  if (origin === undefined) throw new Error('Give the key of the log with --key.');
  if (origins.size > 1)
    throw new Error(`The keys are of several logs: ${[...origins].join(', ')}.`);
  const witnessKeys = parsed.filter(({ type }) => type === ED25519_COSIGNATURE);
  return { origin, logKeys, witnessKeys };
}
