// What ends a runner.

/**
 * Resolves at the first signal to end, or with a sentence that says what broke. A second Ctrl-C does not wait; the
 * engine ends with this process in any case.
 */
export function waitForEnd(broken: Promise<string>): Promise<string | undefined> {
  const signalled = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve(undefined));
    }
  });
  // A fault that no part expects ends the runner as Ctrl-C does, and not in the middle of its writes.
  const faulty = new Promise<string>((resolve) => {
    process.once('uncaughtException', (error) => resolve(`${error.stack ?? String(error)}\n`));
  });
  return Promise.race([signalled, broken, faulty]);
}
