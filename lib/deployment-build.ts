// What is built before a deployment: the bundles of the functions, and the files of the console.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { OpenApiDocument } from './constructs/api/gateway-document.ts';
import { bundleFunctions, bundleNamed } from './constructs/lambda/bundles.ts';
import {
  listFunctionEntries,
  listNamedEntries,
  listOperationEntries,
} from './constructs/entries.ts';
import { REFERENCE_BUNDLE } from './constructs/reference/reference-function.ts';
import { writeReferenceSite } from './constructs/reference/reference-site.ts';

const ROOT = join(import.meta.dirname, '..');

export interface DeploymentBuild {
  /** The folder with the bundles of all functions. */
  readonly bundles: string;
  /** The folder of the built console; absent if it is not deployed. */
  readonly site?: string | undefined;
}

/** What each application has built, for all of its ledgers. */
const builds = new WeakMap<IConstruct, DeploymentBuild>();

/** Bundles all functions into a folder, which is emptied first. */
export async function bundleDeployment(folder: string): Promise<void> {
  const entries = [listOperationEntries(), listFunctionEntries()];
  const bundled = [bundleFunctions(entries, folder), bundleNamed(listNamedEntries(), folder)];
  writeReferenceSite(join(folder, REFERENCE_BUNDLE, 'site'));
  await Promise.all(bundled);
}

/** Builds for an application that has not built yet, into its output. */
export function buildOnce({ node: { root } }: IConstruct): DeploymentBuild {
  if (!Stage.isStage(root)) throw new Error('Countinghouse stands in an App.');
  const build = builds.get(root) ?? buildDeployment(join(root.outdir, 'bundles'));
  builds.set(root, build);
  return build;
}

// In a process of its own, for which a constructor can wait.
function buildDeployment(bundles: string): DeploymentBuild {
  const script = join(ROOT, 'bin', 'build-deployment.ts');
  const site = execFileSync(process.execPath, [script, bundles], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { bundles, site: site.trim() };
}

export function listFunctionNames(): string[] {
  const entries = [listOperationEntries(), listFunctionEntries(), listNamedEntries()];
  return entries.flatMap((list) => Object.keys(list));
}

/** Reads the published contract of an API, which is deployed. */
export function readContract(api: string): OpenApiDocument {
  const file = join(ROOT, `schemas/generated/openapi-${api}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}
