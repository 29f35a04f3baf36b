// Builds the client package: its code with the packages that it uses, so that an installation needs no
// others, and its types.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { REQUIRE_BANNER } from '../../lib/constructs/lambda/bundles.ts';
import { formatLicences } from '../verifier/licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');
/** The packages whose types appear in those of the client, the first of which uses the second. */
const TYPED_PACKAGES = ['openapi-fetch', 'openapi-typescript-helpers'];

interface PackagedProgram {
  readonly entry: string;
  readonly platform: 'neutral' | 'node';
  readonly target: string;
  readonly banner: string;
}

/** The programs of the package, and the file of each. */
const PROGRAMS: Readonly<Record<string, PackagedProgram>> = {
  client: { entry: 'client/client.ts', platform: 'neutral', target: 'es2024', banner: '' },
  countinghouse: {
    entry: 'commands/countinghouse/main.ts',
    platform: 'node',
    target: 'node20',
    banner: `#!/usr/bin/env node\n${REQUIRE_BANNER}`,
  },
};

/** Writes the package's code and types into the folder. */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, program] of Object.entries(PROGRAMS)) {
    await bundleProgram(join(folder, `${name}.js`), program);
  }
  writeTypes(join(folder, 'types'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

async function bundleProgram(
  outfile: string,
  { entry, platform, target, banner }: PackagedProgram,
): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform,
    target,
    mainFields: ['module', 'main'],
    minify: true,
    // The names of errors are shown.
    keepNames: true,
    metafile: true,
    banner: { js: banner },
  });
  const licences = formatLicences(Object.keys(metafile.inputs));
  writeFileSync(outfile.replace(/\.js$/, '.licences.txt'), licences);
}

function writeTypes(folder: string): void {
  const project = join(ROOT, 'client/tsconfig.json');
  execFileSync(process.execPath, [COMPILER, '--project', project, '--outDir', folder]);
  for (const name of TYPED_PACKAGES) {
    const source = join(ROOT, 'node_modules', name, 'dist/index.d.mts');
    copyFileSync(source, join(folder, 'client', `${name}.d.ts`));
  }
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file);
    writeFileSync(path, rewriteImports(readFileSync(path, 'utf8')));
  }
}

// The packages stand beside the client's own types, and every compiler finds the types of a `.js`.
function rewriteImports(text: string): string {
  return TYPED_PACKAGES.reduce(
    (all, name) => all.replaceAll(`'${name}'`, `'./${name}.js'`),
    text.replaceAll(/ from '(\.[^']*)\.ts'/g, " from '$1.js'"),
  );
}
