/** A request with the text of its body, which has JSON as the operator typed it. */
export interface TypedRequest<Body> {
  readonly body: Body;
  readonly text: string;
}
