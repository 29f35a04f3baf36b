// Loads test files with Node's own loader. Jest's would compile and link every package for every test
// file, in a context whose globals are slow: two fifths of the processor time of a light test file.
// A test file still has modules of its own: the sources of ours that it reaches are evaluated for it
// alone. Packages and `SHARED` are evaluated once for all test files of a process.
import { statSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const ROOT = pathToFileURL(join(import.meta.dirname, '../../..')).href;
// Its validators follow from the schemas alone, and take long to compile.
const SHARED = new Set([`${ROOT}/test/support/contract/contract.ts`]);

/** Says in the URL of a module which test file it is for. */
const QUERY = '?test-file=';
const GLOBALS_URL = 'jest-globals:';
const GLOBALS = Symbol.for('countinghouse.test-globals');

// What Jest's transformer is told of a source.
const ES_MODULE = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

let testFiles = 0;
let transformer;
const strippedSources = new Map();
// All sources of ours find a package in the same place.
const packages = new Map();

registerHooks({ resolve, load });

function resolve(specifier, context, next) {
  const [parent, testFile] = (context.parentURL ?? '').split(QUERY);
  if (!isOurs(parent) || context.conditions.includes('require')) return next(specifier, context);
  const query = testFile === undefined ? '' : QUERY + testFile;
  if (specifier === '@jest/globals') {
    return { url: GLOBALS_URL + query, format: 'module', shortCircuit: true };
  }
  if (!/^(\.|\/|file:)/.test(specifier)) {
    const found = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    packages.set(specifier, found);
    return found;
  }
  const url = new URL(specifier, parent).href;
  if (!isOurs(url) || !url.endsWith('.ts')) return next(specifier, context);
  return { url: SHARED.has(url) ? url : url + query, shortCircuit: true };
}

function load(url, context, next) {
  if (url.startsWith(GLOBALS_URL)) {
    const names = Object.keys(globalThis[GLOBALS]).join(', ');
    const source = `export const { ${names} } = globalThis[Symbol.for('${GLOBALS.description}')];`;
    return { source, format: 'module', shortCircuit: true };
  }
  if (!url.includes(QUERY)) return next(url, context);
  return { source: strippedSource(fileURLToPath(url)), format: 'module', shortCircuit: true };
}

function isOurs(url) {
  return url.startsWith(`${ROOT}/`) && !url.includes('/node_modules/');
}

function strippedSource(file) {
  const { mtimeMs } = statSync(file);
  const known = strippedSources.get(file);
  if (known?.mtimeMs === mtimeMs) return known.source;
  const source = transformer.transform(file, ES_MODULE).code;
  strippedSources.set(file, { mtimeMs, source });
  return source;
}

/** The part of Jest's runtime that its runner and Circus call. */
export default class NativeRuntime {
  #timers;

  constructor(_config, environment, _resolver, ownTransformer) {
    this.#timers = environment.fakeTimersModern;
    transformer = ownTransformer;
  }

  setGlobalsForRuntime(globals) {
    const jest = {
      useFakeTimers: (options) => this.#timers.useFakeTimers(options),
      useRealTimers: () => this.#timers.useRealTimers(),
    };
    globalThis[GLOBALS] = { ...globals, jest };
  }

  /** Circus keeps the tests of a test file in its module, so each test file gets a new one. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    testFiles += 1;
    return import(`${pathToFileURL(path).href}${QUERY}${testFiles}`);
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}

  getSourceMaps() {
    return null;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }
}
