// Runs test files by Jest in this process, where the instrumented sources read which mutant is active.
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TestStatus } from '@stryker-mutator/api/test-runner';
import type { TestResult } from '@stryker-mutator/api/test-runner';
import { runCLI } from 'jest';
import type { Config } from 'jest';
import { formatTestId } from './test-ids.ts';

export interface JestRun {
  readonly tests: TestResult[];
  /** Of test files that could not be evaluated; none otherwise. */
  readonly fault?: string | undefined;
}

/** What is started once for all runs of this process: the database engine and the token issuer. */
export interface JestSession {
  run(files: readonly string[], namePattern?: string): Promise<JestRun>;
  stop(): Promise<void>;
}

/** Starts what the tests of the project in the current folder share. */
export async function startJestSession(): Promise<JestSession> {
  const root = process.cwd();
  const config = await importDefault<Config>(join(root, 'jest.config.js'));
  const locate = (path = '') => path.replace('<rootDir>', root);
  const setUp = await importDefault<() => Promise<void>>(locate(String(config.globalSetup)));
  const tearDown = await importDefault<() => Promise<void>>(locate(String(config.globalTeardown)));
  await setUp();
  const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = config;
  const ownConfig = JSON.stringify({
    ...rest,
    rootDir: root,
    testEnvironment: join(import.meta.dirname, 'test-ids-environment.js'),
  });
  return {
    run: (files, namePattern) => runFiles(ownConfig, files, namePattern),
    stop: tearDown,
  };
}

async function runFiles(
  config: string,
  files: readonly string[],
  testNamePattern?: string,
): Promise<JestRun> {
  const root = process.cwd();
  const { results } = await runCLI(
    {
      $0: 'mutation',
      _: [...files],
      config,
      runInBand: true,
      runTestsByPath: testNamePattern !== undefined,
      silent: true,
      reporters: [],
      passWithNoTests: true,
      ...(testNamePattern === undefined ? {} : { testNamePattern }),
    },
    [root],
  );
  const faults = results.testResults.flatMap(({ testExecError }) => testExecError?.message ?? []);
  const tests = results.testResults.flatMap(({ testFilePath, testResults }) =>
    testResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, duration, status, failureMessages }): TestResult => {
        const id = formatTestId(testFilePath, fullName);
        const own = { id, name: `${relative(root, testFilePath)}: ${fullName}` };
        const timed = { ...own, fileName: testFilePath, timeSpentMs: duration ?? 0 };
        return status === 'passed'
          ? { ...timed, status: TestStatus.Success }
          : { ...timed, status: TestStatus.Failed, failureMessage: failureMessages.join('\n') };
      }),
  );
  return { tests, fault: faults[0] };
}

async function importDefault<T>(path: string): Promise<T> {
  const { default: value } = (await import(pathToFileURL(path).href)) as { default: T };
  return value;
}
