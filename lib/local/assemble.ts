// Bundles and synthesizes the application into a cloud assembly, in a process of its own.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
const outputBytesMax = 16 * 1024 * 1024;

export type AssembleOptions = {
  /** Where the assembly goes; what was there before is removed. */
  output: string;
  /** Context values as the CDK's own `--context`, but of any JSON type. */
  context?: Record<string, unknown>;
  app?: string;
};

export async function assemble({ output, context = {}, app }: AssembleOptions): Promise<string> {
  const given = (JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as CdkFile).context;
  const env = {
    // Compiling the CDK is a quarter of the work, and the same at every start.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    CDK_OUTDIR: output,
    // Validation takes longer than everything else; `npm run synth` does it.
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify({
      ...given,
      'aws:cdk:enable-asset-metadata': true,
      // The bundles are run where they are; copying each function's would be a tenth of the work.
      'aws:cdk:disable-asset-staging': true,
      ...context,
    }),
  };
  rmSync(output, { recursive: true, force: true });
  try {
    const file = app ?? join(root, 'bin', 'countinghouse.ts');
    const options = { cwd: root, env, maxBuffer: outputBytesMax };
    await promisify(execFile)(process.execPath, [file], options);
  } catch (error) {
    const stderr = String((error as { stderr?: unknown }).stderr ?? '').trim();
    throw new Error(`The application could not be synthesized.\n${stderr}`, { cause: error });
  }
  return output;
}

type CdkFile = { context?: Record<string, unknown> };
