/** The error name in the state machines' definitions. */
export const BATCH_FAILURE = 'BatchFailure';

/** An error in the form in which a state machine catches it. */
export interface CaughtFailure {
  readonly Error: string;
  readonly Cause: string;
}

/** A permanent failure of a batch, which no retry can fix; the operator reads the message. */
export class BatchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = BATCH_FAILURE;
  }
}

/** The reason for the operator. Internal errors are not described, as in every answer. */
export function describeFailure({ Error: name, Cause: cause }: CaughtFailure): string {
  if (name !== BATCH_FAILURE) {
    return 'Something went wrong on our side, more than once. Request it again with a new key.';
  }
  return (JSON.parse(cause) as { errorMessage: string }).errorMessage;
}
