// Bundles and synthesizes the application into a cloud assembly, in a process of its own, or takes the
// one that was made of the same sources before.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { digestSources, AssemblyCache } from './assembly-cache.ts';

const root = join(import.meta.dirname, '..', '..');
const cache = join(root, 'node_modules', '.cache');
/** Where assemblies are kept. */
export const assemblyCacheFolder = join(cache, 'assemblies');
/** Where Node keeps what it has compiled. */
export const compiledFolder = join(cache, 'node');
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

export interface AssembleOptions {
  /** Where the assembly goes; what was there before is removed. */
  readonly output: string;
  /** Context values as the CDK's own `--context`, but of any JSON type. */
  readonly context?: Record<string, unknown>;
}

export interface AssemblyResult {
  readonly folder: string;
  /** False when it was kept from an earlier time. */ readonly isNew: boolean;
}

/** The context of what `npm start` runs. */
export const LOCAL_CONTEXT = { stage: 'local' };

export async function assemble({ output, context = {} }: AssembleOptions): Promise<AssemblyResult> {
  const given = (JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as CdkFile).context;
  const all = {
    ...given,
    'aws:cdk:enable-asset-metadata': true,
    // The bundles are run where they are; copying each function's would be a tenth of the work.
    'aws:cdk:disable-asset-staging': true,
    ...context,
  };
  const digest = digestSources(root, all);
  const stored = new AssemblyCache(assemblyCacheFolder);
  rmSync(output, { recursive: true, force: true });
  if (stored.take(digest, output)) return { folder: output, isNew: false };
  await synthesize(output, all);
  // A file saved during the synthesis makes a mixture, which must not be reused.
  if (digestSources(root, all) === digest) stored.keep(digest, output);
  return { folder: output, isNew: true };
}

async function synthesize(output: string, context: Record<string, unknown>): Promise<void> {
  const env = {
    // Compiling the CDK is a quarter of the work, and the same for all sources.
    NODE_COMPILE_CACHE: compiledFolder,
    ...process.env,
    CDK_OUTDIR: output,
    // Validation takes longer than everything else; `npm run synth` does it.
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
