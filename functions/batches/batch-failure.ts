/** The error name in the state machines' definitions. */
export const BATCH_FAILURE = 'BatchFailure';

/** A permanent failure of a batch, which no retry can fix; the operator reads the message. */
export class BatchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = BATCH_FAILURE;
  }
}
