import type { RecordVersion } from '../../../../../client/client.ts';

export type VersionPair =
  /** Older pages have to be read first. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'missing' }
  /** `before` is absent for the first version. */
  | {
      readonly kind: 'found';
      readonly version: RecordVersion;
      readonly before: RecordVersion | undefined;
    };

interface WantedVersion {
  readonly version: number;
  /** Whether there are older versions that are not read yet. */
  readonly hasMore: boolean;
}

/** Finds a version and the one before it among those that are read, newest first. */
export function findVersions(
  versions: readonly RecordVersion[],
  { version: wanted, hasMore }: WantedVersion,
): VersionPair {
  const version = versions.find((each) => each.version === wanted);
  const before = versions.find((each) => each.version === wanted - 1);
  if (version !== undefined && (before !== undefined || wanted === 1)) {
    return { kind: 'found', version, before };
  }
  const newest = versions[0]?.version ?? 0;
  if (hasMore && wanted <= newest) return { kind: 'incomplete' };
  return version === undefined ? { kind: 'missing' } : { kind: 'found', version, before };
}
