import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';

export type DownloadedFile = 'artifact' | 'manifest' | 'signature' | 'checksum' | 'description';

export interface DownloadRequest {
  readonly batchId: string;
  readonly file: DownloadedFile;
}

/** Downloads a file of a completed batch by a link that is valid for minutes. */
export function useDownload() {
  const { workbench } = useApi();
  return useMutation({
    mutationFn: async ({ batchId, file }: DownloadRequest) => {
      const params = { path: { batchId }, query: { file, as: 'link' as const } };
      const answer = requireData(
        await workbench.GET('/api/legacy-batches/{batchId}/artifact', { params }),
      );
      if (typeof answer === 'string' || !('url' in answer)) {
        throw new Error('The service answered without a link.');
      }
      openAttachment(answer.url);
    },
  });
}

// The answer to the link is an attachment, so the browser stays on this page.
function openAttachment(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.click();
}
