// The manifest of an export, of which someone else may have given any file.
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';

/** Throws an error that names the file unless it is JSON. */
export function parseManifest(file: string, bytes: Buffer): ExportManifest {
  try {
    return JSON.parse(bytes.toString()) as ExportManifest;
  } catch (cause) {
    throw new Error(`${file} is not a manifest: it is not JSON.`, { cause });
  }
}
