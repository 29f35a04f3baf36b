// The ceremonies of passkeys (WebAuthn): what a browser is asked for, and whether its answer is right. The
// library is loaded by the first ceremony, so that other requests do not wait for it.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { NewPasskey } from '../storage/factor-changes.ts';
import type { Passkey, PasskeyUse } from '../storage/second-factors.ts';

/** The site that passkeys belong to. Browsers use one at no other, so no other site can ask for it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The answer of a browser to a challenge, as the script of the page posts it. */
export interface PasskeyAnswer {
  readonly challenge: string;
  readonly credential: string;
}

export interface PasskeyHolder {
  readonly operatorId: string;
  readonly username: string;
}

/** The result of a right answer, or why it is wrong: the reason is for the log. */
export type CeremonyOutcome<Result> = { readonly result: Result } | { readonly reason: string };

type VerifiedPasskey = Omit<NewPasskey, 'name' | 'signedInAt'>;

/** ES256, EdDSA and RS256, which all authenticators have between them. */
const ALGORITHMS = [-7, -8, -257];

const TIMEOUT_MS = 300_000;

const REASON_LENGTH_MAX = 200;

/** Passkeys belong to the host of the issuer. */
export function toRelyingParty(issuer: string): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, origin };
}

/** Builds what the browser is asked for to create a passkey. */
export async function buildCreationOptions(
  party: RelyingParty,
  { operatorId, username }: PasskeyHolder,
  existing: readonly Passkey[],
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: 'Countinghouse',
    rpID: party.id,
    userID: new TextEncoder().encode(operatorId),
    userName: username,
    userDisplayName: username,
    challenge: toBytes(challenge),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(toDescriptor),
    timeout: TIMEOUT_MS,
  });
}

/** Builds what the browser is asked for to use one of the passkeys. */
export async function buildRequestOptions(
  party: RelyingParty,
  passkeys: readonly Passkey[],
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: toBytes(challenge),
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
}

/** Verifies the answer that creates a passkey. */
export async function verifyCreation(
  party: RelyingParty,
  { challenge, credential }: PasskeyAnswer,
): Promise<CeremonyOutcome<VerifiedPasskey>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  return catchReason(async () => {
    const response = parseCredential<RegistrationResponseJSON>(credential);
    await refuseAttestation(response);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) throw new Error('Wrong signature');
    const { credential: created, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: created.id,
      publicKey: created.publicKey,
      counter: created.counter,
      transports: readTransports(response),
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    };
  });
}

/** Verifies the answer that uses one of these passkeys, which are all of one operator. */
export async function verifyUse(
  party: RelyingParty,
  { passkeys, operatorId }: { readonly passkeys: readonly Passkey[]; readonly operatorId: string },
  { challenge, credential }: PasskeyAnswer,
): Promise<CeremonyOutcome<PasskeyUse>> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  return catchReason(async () => {
    const response = parseCredential<AuthenticationResponseJSON>(credential);
    const passkey = passkeys.find(({ credentialId }) => credentialId === response.id);
    if (passkey === undefined) throw new Error('No passkey of this operator');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: passkey.publicKey,
        counter: passkey.counter,
      },
    });
    if (!verified) throw new Error('Wrong signature');
    const { newCounter: counter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
    refuseOtherHolder(response, operatorId);
    // WebAuthn 7.2: this never changes in a credential's life.
    if ((credentialDeviceType === 'multiDevice') !== passkey.isBackupEligible) {
      throw new Error('Another backup eligibility');
    }
    return { passkey, counter, isBackedUp: credentialBackedUp };
  });
}

// No attestation is requested, and verifying one would read certificates that the caller chose.
async function refuseAttestation({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const isSelfMade =
    attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (attestation.get('fmt') !== 'none' && !isSelfMade) throw new Error('Attested passkey');
}

function refuseOtherHolder({ response }: AuthenticationResponseJSON, operatorId: string): void {
  const { userHandle = '' } = response;
  if (userHandle !== '' && userHandle !== Buffer.from(operatorId).toString('base64url')) {
    throw new Error('Passkey of another operator');
  }
}

async function catchReason<Result>(
  verify: () => Promise<Result>,
): Promise<CeremonyOutcome<Result>> {
  try {
    return { result: await verify() };
  } catch (error) {
    // It may quote the answer, which a stranger can write.
    return { reason: String(error).slice(0, REASON_LENGTH_MAX) };
  }
}

function parseCredential<Credential extends object>(text: string): Credential {
  const value: unknown = JSON.parse(text);
  const isCredential =
    typeof value === 'object' &&
    value !== null &&
    'response' in value &&
    typeof value.response === 'object' &&
    value.response !== null;
  if (!isCredential) throw new Error('Not a credential');
  return value as unknown as Credential;
}

function readTransports({ response: { transports } }: RegistrationResponseJSON): string[] {
  const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
  return Array.isArray(transports) ? known.filter((name) => transports.includes(name)) : [];
}

function toDescriptor({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: [...transports] };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
