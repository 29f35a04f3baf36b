// Checks the bytes of the file: its size, its checksum, and the checksum of each part.
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import type { CheckFindings } from './check-findings.ts';

export async function checkBytes(
  file: Readable,
  { artifact, parts }: ExportManifest,
  findings: CheckFindings,
): Promise<void> {
  const whole = createHash('sha256');
  const checksums = parts.map(() => createHash('sha256'));
  let offset = 0;
  for await (const piece of file as AsyncIterable<Buffer>) {
    whole.update(piece);
    parts.forEach((part, index) => updatePartChecksum(checksums[index], part, { piece, offset }));
    offset += piece.byteLength;
  }
  findings.compare('size in bytes', { found: offset, wanted: artifact.size_bytes });
  const found = whole.digest('hex');
  findings.compare('SHA-256', { found, wanted: artifact.checksum.value });
  const wrong = parts.filter((part, index) => checksums[index]?.digest('hex') !== part.sha256);
  for (const { number, offset: at, size_bytes } of wrong) {
    findings.differ(`part ${number}, ${size_bytes} bytes from ${at} on, has another SHA-256`);
  }
  if (wrong.length === 0) findings.agreed.push(`SHA-256 of each part: ${parts.length}`);
}

// Returns the bytes of the piece that belong to the part.
function updatePartChecksum(
  checksum: Hash | undefined,
  part: ExportManifest['parts'][number],
  { piece, offset }: { piece: Buffer; offset: number },
): void {
  const from = Math.max(0, part.offset - offset);
  const to = Math.min(piece.byteLength, part.offset + part.size_bytes - offset);
  if (to > from) checksum?.update(piece.subarray(from, to));
}
