// Bundles the check of evidence into one file without dependencies, which an auditor can keep and run with
// nothing but Node.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { REQUIRE_BANNER } from '../../lib/constructs/lambda/bundles.ts';
import { formatLicences } from './licences.ts';

const ROOT = join(import.meta.dirname, '../..');

/** No export is in an East Asian character set, and their tables are two thirds of the code. */
const characterSets: Plugin = {
  name: 'character-sets',
  setup(esbuild) {
    esbuild.onResolve({ filter: /\/dbcs-(?:codec|data)$/ }, ({ path }) => {
      return { path, namespace: 'character-sets' };
    });
    esbuild.onLoad({ filter: /.*/, namespace: 'character-sets' }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

export interface VerifierBundle {
  readonly sizeBytes: number;
  /** The modules of Node that it imports. */
  readonly imports: readonly string[];
}

/** Writes the file. It is not minified: an auditor should be able to read what checks the evidence. */
export async function bundleVerifier(file: string): Promise<VerifierBundle> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['bin/verify-evidence.ts'],
    outdir: ROOT,
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    charset: 'utf8',
    metafile: true,
    plugins: [characterSets],
    banner: { js: REQUIRE_BANNER },
  });
  const licences = formatLicences(Object.keys(metafile.inputs));
  const content = Buffer.from(`${outputFiles[0]?.text}/*\n${licences.replaceAll('*/', '* /')}*/\n`);
  writeFileSync(file, content);
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  const names = imported.map(({ path }) => path.replace(/^node:/, ''));
  return { sizeBytes: content.byteLength, imports: [...new Set(names)].sort() };
}
