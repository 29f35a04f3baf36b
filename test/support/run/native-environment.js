// A test file uses the globals of its process. This environment undoes its changes to them before the next
// test file.
import { ModernFakeTimers } from '@jest/fake-timers';

// A run that is ended by a signal would leave its workers behind, with all that their tests have started. A listener of
// the event would keep the worker from ending by itself.
const isOrphan = () => process.connected === false;
setInterval(() => isOrphan() && process.exit(1), 1_000).unref();

export default class NativeEnvironment {
  global = globalThis;
  #original = {
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
    const { variables, console, exit, stackTraceLimit } = this.#original;
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    Object.assign(globalThis, { console });
    Object.assign(process, { exit });
    Error.stackTraceLimit = stackTraceLimit;
  }

  /** Jest requires this for test files in a separate context, which these do not have. */
  getVmContext() {
    return null;
  }
}
