/** A request with the text of its body, which has JSON as the operator typed it. */
export interface TypedRequest<Body> {
  readonly body: Body;
  readonly text: string;
}

/** Writes the body of a request, as it was typed where it was. */
export function writeBody(request: object): string {
  const isTyped = 'text' in request && 'body' in request;
  return isTyped ? `${request.text as string}` : JSON.stringify(request);
}
