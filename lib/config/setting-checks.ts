// Checks of single settings, which CloudFormation would find only in the middle of a deployment.
import { Token } from 'aws-cdk-lib';

/** Says whether a URL has TLS; this machine alone is safe without. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost';
}

/**
 * Throws for what is no origin. Browsers compare origins character by character, so a path, a slash at the end or a
 * default port would allow no page at all, and a wildcard any page.
 */
export function requireOrigin(given: unknown): void {
  if (given === undefined) return;
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (url && isSafe(url) && url.origin === given) return;
  throw new Error('consoleOrigin must be one origin, such as https://console.bank.example');
}

/** Throws for what is no address to which a path can be appended. */
export function requireAddress(name: string, given: unknown): void {
  if (given === undefined || Token.isUnresolved(given)) return;
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (url && isSafe(url) && /^[^?#]*[^/?#]$/.test(String(given))) return;
  throw new Error(
    `${name} must be an address such as https://id.bank.example, without a slash at its end`,
  );
}

/** Throws for what is no name of a host: an evidence log keeps the name that it starts with. */
export function requireLogHost(given: unknown): void {
  if (given === undefined || Token.isUnresolved(given)) return;
  if (typeof given === 'string' && /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(given)) return;
  throw new Error('evidenceHost must be a name such as ledger.bank.example');
}

/** Throws for a switch that is neither on nor off: a misspelt value must not leave out what someone relies on. */
export function requireSwitch(name: string, given: unknown): void {
  if (given === undefined || typeof given === 'boolean') return;
  throw new Error(`${name} must be true or false`);
}

/** Throws for a number that is no whole one from `least` to `most`. */
export function requireCount(
  name: string,
  given: unknown,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): void {
  const isWithin = isPositive(given) && Number(given) >= least && Number(given) <= most;
  if (given === undefined || isWithin) return;
  const atLeast = least === 1 ? '' : ` of at least ${least}`;
  const atMost = most === Number.MAX_SAFE_INTEGER ? '' : ` of at most ${most}`;
  throw new Error(
    `${name} must be a positive whole number${[atLeast, atMost].filter(Boolean).join(' and')}`,
  );
}

export const isPositive = (value: unknown) => Number.isInteger(value) && (value as number) > 0;

export interface ArnShape {
  readonly pattern: RegExp;
  /** What the ARN must be, for the sentence that refuses it. */
  readonly what: string;
}

/** Throws for an ARN of another kind. An ARN of the same application is known only at the deployment. */
export function requireArn(name: string, given: unknown, { pattern, what }: ArnShape): void {
  if (given === undefined || Token.isUnresolved(given)) return;
  if (typeof given === 'string' && pattern.test(given)) return;
  throw new Error(`${name} must be ${what}`);
}

/** Throws if the object has members that are not known: what was meant would be left out. */
export function requireMembers(name: string, given: unknown, known: readonly string[]): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Error(`${name} must be an object`);
  }
  const unknown = Object.keys(given).filter((member) => !known.includes(member));
  if (unknown.length > 0) throw new Error(`unknown members of ${name}: ${unknown.join(', ')}`);
}
