import { useState } from 'react';
import { listMemberFaults } from '../../../api/member-faults.ts';
import type { MemberFault } from '../../../api/member-faults.ts';
import type { SubmissionStage } from '../../../api/submissions/submission.ts';

/** What the API requires of members of the request that it refused, as long as the input is the same. */
export function useRefusedMembers<Body>(
  stage: SubmissionStage<unknown>,
  drafted: Body | undefined,
) {
  const [sent, markSent] = useState<string>();
  const failure = stage.kind === 'refused' ? stage.failure : undefined;
  const isSame = sent !== undefined && sent === JSON.stringify(drafted);
  const refusedMembers: readonly MemberFault[] = isSame ? listMemberFaults(failure) : [];
  return { refusedMembers, markSent: (body: Body) => markSent(JSON.stringify(body)) };
}
