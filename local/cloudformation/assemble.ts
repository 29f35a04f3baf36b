// Bundles and synthesizes the application into a cloud assembly in a separate process, or takes a cached
// assembly of the same sources.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SYNTHESIZED_CONSOLE_ORIGIN } from './console-origin.ts';
import { digestSources, AssemblyCache } from './assembly-cache.ts';
import { assemblyCacheFolder, compiledFolder } from './cache-folders.ts';

const root = join(import.meta.dirname, '..', '..');
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

export interface AssembleOptions {
  /** The folder for the assembly; anything already there is removed. */
  readonly output: string;
  /** Context values, as with the CDK's `--context` option but of any JSON type. */
  readonly context?: Record<string, unknown>;
}

export interface AssemblyResult {
  readonly folder: string;
  /** False when the assembly came from the cache. */
  readonly isNew: boolean;
}

/** The context of the deployment that `npm start` runs. */
export const LOCAL_CONTEXT = {
  stage: 'local',
  settings: { consoleOrigin: SYNTHESIZED_CONSOLE_ORIGIN },
};

export async function assemble({ output, context = {} }: AssembleOptions): Promise<AssemblyResult> {
  const given = (JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as CdkFile).context;
  const all = {
    ...given,
    'aws:cdk:enable-asset-metadata': true,
    // The runner uses the bundles in place; copying them would take a tenth of the synthesis.
    'aws:cdk:disable-asset-staging': true,
    ...context,
  };
  const digest = digestSources(root, all);
  const stored = new AssemblyCache(assemblyCacheFolder);
  rmSync(output, { recursive: true, force: true });
  if (stored.take(digest, output)) return { folder: output, isNew: false };
  await synthesize(output, all);
  // If a source changed during the synthesis, the assembly mixes old and new and must not be reused.
  if (digestSources(root, all) === digest) stored.keep(digest, output);
  return { folder: output, isNew: true };
}

async function synthesize(output: string, context: Record<string, unknown>): Promise<void> {
  const env = {
    // Compiling the CDK takes a quarter of the time, and its result does not depend on our sources.
    NODE_COMPILE_CACHE: compiledFolder,
    ...process.env,
    CDK_OUTDIR: output,
    // Validation takes longer than the rest of the synthesis; `npm run synth` does it.
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify(context),
  };
  try {
    const options = { cwd: root, env, maxBuffer: OUTPUT_BYTES_MAX };
    await promisify(execFile)(process.execPath, [join(root, 'bin', 'countinghouse.ts')], options);
  } catch (error) {
    const stderr = String((error as { stderr?: unknown }).stderr ?? '').trim();
    throw new Error(`The application could not be synthesized.\n${stderr}`, { cause: error });
  }
}

interface CdkFile {
  readonly context?: Record<string, unknown>;
}
