// Cosignatures of witnesses, as C2SP tlog-cosignature defines them for Ed25519: a witness states that at
// a time this was the largest tree of the log that it had seen, consistent with all before.

const TIMESTAMP_BYTES = 8;
const ED25519_SIGNATURE_BYTES = 64;

/** The time of a cosignature and the signature itself. */
export interface Cosignature {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly signature: Buffer;
}

/** The bytes that a witness signs; `text` is that of the checkpoint. */
export function buildCosignedMessage(timestamp: number, text: string): Buffer {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new RangeError(`${timestamp} is not a time in seconds.`);
  }
  return Buffer.from(`cosignature/v1\ntime ${timestamp}\n${text}`);
}

/** The bytes of a signature line after the key id. */
export function encodeCosignature({ timestamp, signature }: Cosignature): Buffer {
  if (signature.byteLength !== ED25519_SIGNATURE_BYTES) {
    throw new RangeError(`A signature has ${ED25519_SIGNATURE_BYTES} bytes.`);
  }
  const time = Buffer.alloc(TIMESTAMP_BYTES);
  time.writeBigUInt64BE(BigInt(timestamp));
  return Buffer.concat([time, signature]);
}

/** Undefined for bytes that are no cosignature, or with a time after 2^53 - 1. */
export function decodeCosignature(bytes: Buffer): Cosignature | undefined {
  if (bytes.byteLength !== TIMESTAMP_BYTES + ED25519_SIGNATURE_BYTES) return undefined;
  const timestamp = Number(bytes.readBigUInt64BE());
  if (!Number.isSafeInteger(timestamp)) return undefined;
  return { timestamp, signature: bytes.subarray(TIMESTAMP_BYTES) };
}
