// Bundles the Lambdas with esbuild. Functions share chunks, which are built once, but each has a folder with
// only the chunks that it reaches, so that a change to one function redeploys only that one.
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import type { BuildOptions, Metafile } from 'esbuild';
import { leanModules } from './lean-modules.ts';

const CHUNKS = 'chunks';

/** Defines `require` in an ES module, for bundled CommonJS code. */
export const REQUIRE_BANNER =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/** Entry files by function name. */
export type EntryPoints = Readonly<Record<string, string>>;

/**
 * Bundles every entry into `<folder>/<name>/<name>/index.mjs`. The entries of one group share chunks. Group
 * only similar entries: every additional chunk costs a cold start half a millisecond.
 */
export async function bundleFunctions(
  groups: readonly EntryPoints[],
  folder: string,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const plugins = [...leanModules];
  await Promise.all(
    groups.map((entries, index) => bundle(entries, folder, `.group-${index}`, { plugins })),
  );
}

/**
 * Bundles entries that depend on class names. The OpenID Provider looks up the lifetime of a token by the
 * name of its class; if minified, its tokens would never expire.
 */
export async function bundleNamed(entries: EntryPoints, folder: string): Promise<void> {
  await bundle(entries, folder, '.named', { keepNames: true });
}

/**
 * Identifies the content of a bundle's folder. The name of a chunk is a digest of its content, so chunks are
 * not read: reading them for each function that shares them would take a fifth of a synthesis.
 */
export function hashBundle(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  for (const file of files) {
    hash.update(`${relative(folder, file)}\0`);
    if (basename(dirname(file)) !== CHUNKS) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

async function bundle(
  entries: EntryPoints,
  folder: string,
  sharedName: string,
  options: BuildOptions,
): Promise<void> {
  const shared = join(folder, sharedName);
  const names = Object.entries(entries).map(([name, file]) => [`${name}/index`, file]);
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(names) as Record<string, string>,
    outdir: shared,
    bundle: true,
    splitting: true,
    chunkNames: `${CHUNKS}/[hash]`,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    banner: { js: REQUIRE_BANNER },
  });
  for (const name of Object.keys(entries)) linkReached(metafile, shared, join(folder, name), name);
}

function linkReached(metafile: Metafile, shared: string, target: string, name: string): void {
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([file, output]) => [
      toRelativePath(shared, file),
      output,
    ]),
  );
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { path, external } of outputs.get(file)?.imports ?? []) {
      if (external !== true) visit(toRelativePath(shared, path));
    }
  };
  visit(`${name}/index.mjs`);
  for (const folder of new Set([...reached].map(dirname))) {
    mkdirSync(join(target, folder), { recursive: true });
  }
  for (const file of reached) linkSync(join(shared, file), join(target, file));
  // The entry imports ../chunks, so it stays one level below the root of its folder.
  if (!existsSync(join(target, name, 'index.mjs')))
    throw new Error(`There is no bundle of ${name}.`);
}

function toRelativePath(shared: string, file: string): string {
  const marker = `${basename(dirname(shared))}/${basename(shared)}/`;
  return file.slice(file.lastIndexOf(marker) + marker.length);
}
