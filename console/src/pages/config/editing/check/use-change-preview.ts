import { useQuery } from '@tanstack/react-query';
import type {
  ConfigurationChange,
  ConfigurationOperation,
  DecisionPreview,
} from '../../../../../../client/client.ts';
import { useApi } from '../../../../api/api-clients.ts';
import { requireData } from '../../../../api/api-failure.ts';
import { useOperationKey } from '../../../../api/queries.ts';
import { listBodyFaults, parseFaults } from './request-faults.ts';
import type { RequestFault } from './request-faults.ts';
import { useSettled } from './use-settled.ts';

/** Templates are checked when they are sent. */
const NOT_PREVIEWED = ['createPostingTemplate', 'replacePostingTemplate'] as const;

export type PreviewedOperation = ConfigurationOperation | (typeof NOT_PREVIEWED)[number];

export interface SentChange {
  readonly path?: Readonly<Record<string, string>> | undefined;
  /** The body as it is sent. */
  readonly text: string;
}

/** Without a text there is nothing to check yet. */
interface DraftedChange extends Partial<SentChange> {
  readonly operation: PreviewedOperation;
}

export interface ChangeCheck {
  readonly isChecking: boolean;
  readonly preview: DecisionPreview | undefined;
  readonly faults: readonly RequestFault[];
  /** Why it could not be checked. */
  readonly error: Error | null;
}

/** What the API makes of a change as it is typed. Nothing is changed, and nothing is asked while it is typed. */
export function useChangePreview({ operation, path = {}, text }: DraftedChange): ChangeCheck {
  const isPreviewed = !NOT_PREVIEWED.some((name) => name === operation);
  const { ledger } = useApi();
  const settled = useSettled(text);
  const isSettled = isPreviewed && text !== undefined && settled === text;
  const queryKey = useOperationKey('previewConfigurationChange', {
    operation,
    path: JSON.stringify(path),
    body: settled ?? '',
  });
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.POST('/api/configuration-changes/preview', {
          body: { operation, request: { path: { ...path } } } as ConfigurationChange,
          bodySerializer: () => writeChange(operation, path, settled ?? 'null'),
        }),
      ),
    enabled: isSettled,
    refetchOnWindowFocus: false,
  });
  if (!isSettled) return { ...NOTHING, isChecking: isPreviewed && text !== undefined };
  const bodyFaults = listBodyFaults(error);
  return {
    isChecking: isFetching,
    preview: data,
    faults: bodyFaults ?? listFaults(data),
    error: bodyFaults === undefined ? error : null,
  };
}

const NOTHING: ChangeCheck = { isChecking: false, preview: undefined, faults: [], error: null };

// With the body as it was typed, so that the API judges what would change on the way.
function writeChange(
  operation: PreviewedOperation,
  path: Readonly<Record<string, string>>,
  body: string,
): string {
  return `{"operation":${JSON.stringify(operation)},"request":{"path":${JSON.stringify(path)},"body":${body}}}`;
}

function listFaults(preview: DecisionPreview | undefined): readonly RequestFault[] {
  const { refusal } = preview ?? {};
  return refusal === undefined ? [] : parseFaults(refusal.faults ?? [refusal.message]);
}
