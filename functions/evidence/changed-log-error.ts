/** Another sealer has added leaves since the state of the log was read: read it again. */
export class ChangedLogError extends Error {
  constructor(tenant: string) {
    super(`The log of ${tenant} has grown meanwhile.`);
    this.name = 'ChangedLogError';
  }
}
