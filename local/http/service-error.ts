/** An error of an AWS service, with the type that its API defines. */
export class ServiceError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'ServiceError';
    this.type = type;
  }
}
