/** The name that a state machine knows it by. */
export const BATCH_FAILURE = 'BatchFailure';

/** What stands in a batch's way and will not pass by trying again; the operator reads the message. */
export class BatchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = BATCH_FAILURE;
  }
}
