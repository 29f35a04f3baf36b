// The manifest of an export, of which someone else may have given any file.
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';

/** Throws an error that names the file unless it is JSON with all that the checks read of a manifest. */
export function parseManifest(file: string, bytes: Buffer): ExportManifest {
  const manifest = parseJson(file, bytes);
  if (!isObject(manifest)) throw new Error(`${file} is not a manifest: it is not a JSON object.`);
  const missing = Object.entries(members).find(([name, isSound]) => !isSound(manifest[name]));
  if (!missing) return manifest as unknown as ExportManifest;
  throw new Error(`${file} is not a manifest: its ${missing[0]} is missing or damaged.`);
}

function parseJson(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new Error(`${file} is not a manifest: it is not JSON.`, { cause });
  }
}

/** The members whose own members are read. What the others say is compared, whatever it is. */
const members: Readonly<Record<string, (value: unknown) => boolean>> = {
  period: isObject,
  artifact: (artifact) => isObject(artifact) && isObject(artifact['checksum']),
  parts: isListOfObjects,
  control_totals: isTotals,
};

function isTotals(totals: unknown): boolean {
  if (!isObject(totals)) return false;
  const sides = [totals['general_ledger'], totals['postings']].filter((side) => side !== undefined);
  return [totals, ...sides].every(
    (side) => isObject(side) && isListOfObjects(side['by_currency'] ?? []),
  );
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
