// The step that the lists of versions share.
import type { RecordVersion } from '../../domain/versions/record-versions.ts';
import type { VersionedRecord } from '../../domain/versions/versioned-nouns.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readVersions } from '../../ledger/versions/reads.ts';
import type { PageResult } from '../../runtime/results.ts';
import type { RecordVersion as RecordVersionBody } from '../../../schemas/generated/types.ts';

/** A page of the versions of a noun, read by readVersions. */
export async function readVersionPage(
  session: Session,
  record: VersionedRecord,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<PageResult> {
  const page = await readVersions(session, record, { after, limit });
  return { ...page, items: page.items.map(toRecordVersionView) };
}

function toRecordVersionView(version: RecordVersion): RecordVersionBody {
  const { approved, correlationId, content } = version;
  return {
    version: version.version,
    event_type: version.eventType,
    changed_at: version.changedAt,
    changed_by: version.changedBy,
    operation: version.operation,
    receipt_id: version.receiptId,
    ...(approved && { request_id: approved.requestId }),
    ...(approved?.requestedBy !== undefined && { requested_by: approved.requestedBy }),
    correlation_id: correlationId,
    content: { ...content },
  };
}
