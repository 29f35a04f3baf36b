// A certificate that no authority has signed.
import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const VERSION_3 = Buffer.from('a003020102', 'hex');
const SERIAL_NUMBER = Buffer.from('020101', 'hex');
const NO_NAME = Buffer.from('3000', 'hex');
/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
const ALGORITHM = Buffer.from('300a06082a8648ce3d040302', 'hex');
const UTC_TIME = 0x17;
const BIT_STRING = 0x03;

/** Encodes a value of less than 256 bytes in DER, whose lengths are as short as they can be. */
function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  return Buffer.concat([Buffer.from(length < 0x80 ? [tag, length] : [tag, 0x81, length]), content]);
}

/** A private key and the certificate that it signs for itself (RFC 5280), as PEM. */
export function buildSelfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const times = ['200101000000Z', '491231235959Z'].map((text) =>
    encode(UTC_TIME, Buffer.from(text)),
  );
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const validity = encode(SEQUENCE, ...times);
  const parts = [VERSION_3, SERIAL_NUMBER, ALGORITHM, NO_NAME, validity, NO_NAME, subjectKey];
  const content = encode(SEQUENCE, ...parts);
  const signature = encode(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  const certificate = encode(SEQUENCE, content, ALGORITHM, signature);
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
