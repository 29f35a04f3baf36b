// Bytes as the formats of the evidence log write and hash them.

/** Parses base64 in its one canonical spelling; undefined for any other text. */
export function parseBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const raw = atob(text);
  if (btoa(raw) !== text) return undefined;
  return Uint8Array.from(raw, (character) => character.charCodeAt(0));
}

/** SHA-256 over the parts, one after the other. */
export async function hashBytes(...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.byteLength;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && one.every((byte, at) => byte === other[at]);
}
