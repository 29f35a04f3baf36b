/** The failure of a function as its caller sees it: the fields of Lambda's error payload. */
export class FunctionError extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.name = 'FunctionError';
    this.errorType = errorType;
  }
}

const STOPPING_TYPE = 'Runner.Stopping';

export function buildStoppingError(): FunctionError {
  return new FunctionError(STOPPING_TYPE, 'The runner is stopping.');
}

/** Whether a call failed only because the runner stops. */
export function isStoppingError(error: unknown): boolean {
  return error instanceof FunctionError && error.errorType === STOPPING_TYPE;
}
