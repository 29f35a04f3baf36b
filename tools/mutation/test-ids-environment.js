// Tells the instrumented sources which test is running, by the identifier that the test runner gives it.
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import NativeEnvironment from '../../test/support/run/native-environment.js';

export default class TestIdsEnvironment extends NativeEnvironment {
  #file;

  constructor(config, context) {
    super(config, context);
    this.#file = context.testPath;
  }

  handleTestEvent({ name, test }) {
    const context = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
    if (name === 'test_start') context.currentTestId = `${this.#file}::${nameOf(test)}`;
    if (name === 'test_done') context.currentTestId = undefined;
  }
}

// As Jest joins the names of blocks and test in its results.
function nameOf({ name, parent }) {
  return parent?.parent ? `${nameOf(parent)} ${name}` : name;
}
