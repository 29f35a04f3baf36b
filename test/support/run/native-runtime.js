// Loads test files with Node's own loader. Jest's loader would compile and link every package for every test
// file, in a context with slow globals, which takes two fifths of the processor time of a light test file.
// Our own sources are still evaluated separately for each test file. Packages and `SHARED` are evaluated once
// for all test files of a process.
import { statSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const ROOT = pathToFileURL(join(import.meta.dirname, '../../..')).href;
// Its validators depend only on the schemas, and take long to compile.
const SHARED = new Set([`${ROOT}/test/support/contract/contract.ts`]);

/** The query in a module's URL that names the test file for which it is evaluated. */
const QUERY = '?test-file=';
const GLOBALS_URL = 'jest-globals:';
const GLOBALS = Symbol.for('countinghouse.test-globals');

// The options of Jest's transformer for every source.
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
// A package resolves to the same file for all our sources.
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
    const resolved = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    packages.set(specifier, resolved);
    return resolved;
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
  return { source: stripTypes(fileURLToPath(url)), format: 'module', shortCircuit: true };
}

function isOurs(url) {
  return url.startsWith(`${ROOT}/`) && !url.includes('/node_modules/');
}

function stripTypes(file) {
  const { mtimeMs } = statSync(file);
  const cached = strippedSources.get(file);
  if (cached?.mtimeMs === mtimeMs) return cached.source;
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
      advanceTimersByTimeAsync: (milliseconds) =>
        this.#timers.advanceTimersByTimeAsync(milliseconds),
      useRealTimers: () => this.#timers.useRealTimers(),
    };
    globalThis[GLOBALS] = { ...globals, jest };
  }

  /** Circus stores the tests of a test file in its module, so each test file gets a new instance. */
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
