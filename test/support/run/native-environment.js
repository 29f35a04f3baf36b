// A test file has the globals of the process that runs it: what it changes there is undone before the
// next one.
import { ModernFakeTimers } from '@jest/fake-timers';

export default class NativeEnvironment {
  global = globalThis;
  #before = {
    variables: { ...process.env },
    console: globalThis.console,
    exit: process.exit,
    stackTraceLimit: Error.stackTraceLimit,
  };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { variables, console, exit, stackTraceLimit } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    Object.assign(globalThis, { console });
    Object.assign(process, { exit });
    Error.stackTraceLimit = stackTraceLimit;
  }

  /** Required by Jest, for test files that run in a context of their own; these do not. */
  getVmContext() {
    return null;
  }
}
