// The type of a member of a map, or of an element of a list.
import { CelFault } from '../cel-fault.ts';
import { describeType, DYN, uniteTypes } from './cel-types.ts';
import type { CelType, TypeAlternative } from './cel-types.ts';

/** The type of `owner[key]`. Faults when no alternative of the owner has such a part. */
export function readMemberType(owner: CelType, key: CelType, offset: number): CelType {
  const found: CelType[] = [];
  let fault: CelFault | undefined;
  for (const alternative of owner) {
    const part = findPart(alternative, key);
    if (typeof part === 'string') fault ??= new CelFault(part, offset);
    else found.push(part);
  }
  if (found.length === 0 && fault) throw fault;
  return uniteTypes(found);
}

/** The type of the part, or what is wrong with it. */
function findPart(owner: TypeAlternative, key: CelType): CelType | string {
  if (owner.kind === 'map') {
    return owner.members ? findMember(owner.members, key) : DYN;
  }
  if (owner.kind !== 'list') return `${owner.kind} has no members`;
  const isIndex = key.some(({ kind }) => kind === 'int' || kind === 'decimal');
  return isIndex ? (owner.element ?? DYN) : 'a list is indexed by a whole number';
}

function findMember(members: Readonly<Record<string, CelType>>, key: CelType): CelType | string {
  const name = key.find(({ kind }) => kind === 'string');
  if (name?.kind !== 'string') return `there is no member ${describeType(key)}`;
  const [text, ...others] = name.examples;
  // A text that is not known before the evaluation may name any member.
  if (typeof text !== 'string' || others.length > 0) return DYN;
  return Object.hasOwn(members, text)
    ? (members[text] ?? DYN)
    : `there is no member ${text.slice(0, 64)}`;
}
