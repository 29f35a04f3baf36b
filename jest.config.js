import { availableParallelism } from 'node:os';

export default {
  testEnvironment: '<rootDir>/test/support/run/native-environment.js',
  runtime: '<rootDir>/test/support/run/native-runtime.js',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  testSequencer: '<rootDir>/test/support/run/slow-first-sequencer.js',
  transform: { '\\.ts$': '<rootDir>/test/support/run/strip-types.js' },
  globalSetup: '<rootDir>/test/support/run/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/run/global-teardown.ts',
  // A test waits for an engine or another process half of its time.
  maxWorkers: availableParallelism() * 2,
  // No test is about time: this only ends one that hangs, on however busy a machine.
  testTimeout: 600_000,
  // A process that has run journeys gives back a gigabyte when it ends, which takes more than Jest's
  // half a second; then Jest would end it by force, and warn.
  workerGracefulExitTimeout: 30_000,
};
