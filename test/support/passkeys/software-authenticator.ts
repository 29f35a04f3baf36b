// An authenticator in software (WebAuthn Level 3, 6), which can also answer as it must not.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { BrowserPage } from '../../../commands/token/form-browser.ts';

/** What a page asks the browser for. */
export interface CeremonyOptions {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string; readonly name: string };
  readonly authenticatorSelection?: { readonly userVerification: string };
  readonly userVerification?: string;
  readonly excludeCredentials?: readonly { readonly id: string }[];
  readonly allowCredentials?: readonly { readonly id: string }[];
}

/** How an answer differs from the right one. */
export interface AnswerFault {
  readonly origin?: string;
  readonly challenge?: string;
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly flags?: number;
  readonly type?: string;
  readonly userHandle?: string;
  readonly signature?: Buffer;
  readonly statement?: Record<string, unknown>;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const ATTESTED = 0x40;

const digest = (data: Buffer | string) => createHash('sha256').update(data).digest();

export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #flags: number;
  #counter = 0;

  /** A passkey that may be copied does not count, as that of a phone. */
  constructor(origin: string, { isCopied = false } = {}) {
    this.#origin = origin;
    this.#flags = isCopied ? BACKUP_ELIGIBLE : 0;
  }

  /** Answers the page that creates a passkey. */
  create(page: BrowserPage, fault: AnswerFault = {}): string {
    const options = readCeremonyOptions(page);
    const clientData = this.#buildClientData('webauthn.create', options, fault);
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = this.#buildAuthenticatorData(options.rp?.id ?? '', ATTESTED, fault);
    const authData = Buffer.concat([data, Buffer.alloc(16), length, id, this.#encodePublicKey()]);
    const { fmt = 'none', ...statement } = fault.statement ?? {};
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', new Map(Object.entries(statement))],
        ['authData', new Uint8Array(authData)],
      ]) as Parameters<typeof isoCBOR.encode>[0],
    );
    return this.#toJson({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal', 'carrier-pigeon'],
    });
  }

  /** Answers the page that uses a passkey. */
  use(page: BrowserPage, fault: AnswerFault = {}): string {
    const options = readCeremonyOptions(page);
    this.#counter += this.#flags === 0 ? 1 : 0;
    const clientData = this.#buildClientData('webauthn.get', options, fault);
    const data = this.#buildAuthenticatorData(options.rpId ?? '', 0, fault);
    const signed = Buffer.concat([data, digest(clientData)]);
    const { signature = sign('sha256', signed, this.#keys.privateKey), userHandle } = fault;
    return this.#toJson({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle !== undefined && { userHandle }),
    });
  }

  #buildClientData(type: string, { challenge }: CeremonyOptions, fault: AnswerFault): Buffer {
    const origin = this.#origin;
    const { type: other = type, challenge: wrong = challenge, origin: elsewhere = origin } = fault;
    const clientData = { type: other, challenge: wrong, origin: elsewhere, crossOrigin: false };
    return Buffer.from(JSON.stringify(clientData));
  }

  #buildAuthenticatorData(host: string, flags: number, fault: AnswerFault): Buffer {
    const { isVerified = true, counter = this.#counter } = fault;
    const own = fault.flags ?? this.#flags;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | own | flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([digest(fault.host ?? host), rest]);
  }

  // COSE (RFC 9053): an EC2 key for ES256 on P-256.
  #encodePublicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key));
  }

  #toJson(response: object): string {
    const { credentialId: id } = this;
    return JSON.stringify({ id, rawId: id, type: 'public-key', response });
  }
}

/** Reads what the page asks the browser for. */
export function readCeremonyOptions({ html }: BrowserPage): CeremonyOptions {
  const [, text = ''] = /data-options="([^"]*)"/.exec(html) ?? [];
  const json = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return JSON.parse(json) as CeremonyOptions;
}
