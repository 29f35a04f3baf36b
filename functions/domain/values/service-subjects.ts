/** Who acts: a person, or a service. */
export type ActorKind = 'OPERATOR' | 'SERVICE';

/**
 * Whether the holder of a token is a service: the subject of a token by client credentials identifies the
 * client itself (RFC 9068, section 2.2). The bundled identity service has ids of its own for that.
 */
export function isService(subject: string, client: unknown): boolean {
  return subject === client || subject.startsWith('svc_');
}
