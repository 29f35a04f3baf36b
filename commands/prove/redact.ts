// Keeps secrets out of the log of a proof.

const SECRETS = [
  // Tokens and assertions, which are JWTs.
  /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Of AWS: ids of keys, and values that are named as secrets.
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /(?<=(?:secret|password|token|private_key|SecretAccessKey|SessionToken)"?\s*[:=]\s*"?)[^\s",]{8,}/gi,
];

/** Replaces what looks like a secret. */
export function redact(text: string): string {
  return SECRETS.reduce((safe, pattern) => safe.replace(pattern, '[redacted]'), text);
}
