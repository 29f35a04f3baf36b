// Codes of authenticator apps (RFC 6238), with the parameters that every app supports.
import { Secret, TOTP } from 'otpauth';

const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** As many bits as the hash has (RFC 4226). */
const SECRET_BYTES = 20;
/** A clock may be half a minute off, and an operator half a minute slow. */
const TOLERATED_STEPS = 1;

/** Generates the secret of an authenticator app, in base32. */
export function generateAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Builds the address that an authenticator app reads from a QR code. */
export function buildAppAddress(secret: string, username: string): string {
  const label = { issuer: 'Countinghouse', label: username };
  return new TOTP({ ...PARAMETERS, ...label, secret: Secret.fromBase32(secret) }).toString();
}

/** Finds the time step whose code this is; undefined for a wrong code. */
export function findTimeStep(secret: string, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = Date.now();
  const offset = TOTP.validate({
    ...PARAMETERS,
    token,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: TOLERATED_STEPS,
  });
  if (offset === null) return undefined;
  return TOTP.counter({ period: PARAMETERS.period, timestamp }) + offset;
}

/** The time at which a time step starts. */
export function computeStepTime(timeStep: number): Date {
  return new Date(timeStep * PARAMETERS.period * 1000);
}
