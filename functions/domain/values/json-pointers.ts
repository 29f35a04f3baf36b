const MEMBER_LENGTH_MAX = 80;

/** The member's name as a part of a JSON pointer; a long one is cut, because callers read it. */
export function escapePointer(member: string): string {
  return member.slice(0, MEMBER_LENGTH_MAX).replaceAll('~', '~0').replaceAll('/', '~1');
}
