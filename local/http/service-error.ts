/** A refusal of the service, in the words of its API. */
export class ServiceError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'ServiceError';
    this.type = type;
  }
}
