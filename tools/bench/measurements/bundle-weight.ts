// The weight of a bundle: its size, raw and compressed for upload, and its import time.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

export interface BundleSize {
  readonly raw: number;
  readonly gzipped: number;
}

const PROBE = join(import.meta.dirname, 'import-probe.mjs');

// Environment variables that the bundles read on import; no endpoint is called.
const ENVIRONMENT = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  LEDGER_TABLE: 'ledger',
  RECEIPTS_TABLE: 'receipts',
  WRITE_SHARDS: '4',
  ISSUER: 'https://identity.example',
  AUDIENCE: 'urn:countinghouse:api',
  IDENTITY_TABLE: 'identity',
  IDENTITY_KEYS: 'identity-keys',
  POWERTOOLS_LOG_LEVEL: 'INFO',
  POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/bench',
  TZ: ':UTC',
};

/** The total of the bundle's files; an archive compresses each separately, and so does this. */
export function measureBundle(bundles: string, name: string): BundleSize {
  const files = readdirSync(join(bundles, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    raw: sum(files.map((file) => file.length)),
    gzipped: sum(files.map((file) => gzipSync(file).length)),
  };
}

/** Milliseconds in which a fresh process imports the bundle. */
export async function timeImport(bundles: string, name: string): Promise<number> {
  const { href } = pathToFileURL(join(bundles, name, name, 'index.mjs'));
  const options = { env: ENVIRONMENT };
  const { stdout } = await promisify(execFile)(process.execPath, [PROBE, href], options);
  return Number(stdout);
}
