// A batch has the body of its request as it was sent; what is in it depends on the type of the batch.
import { batchTexts } from './batches-messages.ts';

type SentMembers = Readonly<Record<string, unknown>>;

interface BatchRequestView {
  readonly type: string;
  readonly request: SentMembers;
}

/** A text of the request; empty where it has none of this name. */
export function readRequestText(request: SentMembers, name: string): string {
  const value = request[name];
  return typeof value === 'string' ? value : '';
}

/** The file that an import declares. */
export function readRequestedFile(request: SentMembers): SentMembers {
  const { file } = request;
  return typeof file === 'object' && file !== null ? (file as SentMembers) : {};
}

/** Names a batch by what was asked for: the period and legal basis of an export, the file of an import. */
export function nameBatch({ type, request }: BatchRequestView): string {
  if (type === 'LEGACY_IMPORT') return readRequestText(readRequestedFile(request), 'name');
  return batchTexts('exportName', {
    from: readRequestText(request, 'period_from'),
    to: readRequestText(request, 'period_to'),
    code: readRequestText(request, 'legal_basis_code'),
  });
}

/** Whether the batch is an export or an import, as a word. */
export function nameBatchType(type: string): string {
  return batchTexts(type === 'LEGACY_IMPORT' ? 'import' : 'export');
}
