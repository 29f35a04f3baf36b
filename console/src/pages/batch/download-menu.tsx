import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { Batch } from '../../../../client/client.ts';
import { batchText } from './messages.ts';
import type { DownloadedFile } from './use-download.ts';

const FILE_TEXTS = {
  artifact: 'downloadArtifact',
  manifest: 'downloadManifest',
  signature: 'downloadSignature',
  checksum: 'downloadChecksum',
  description: 'downloadDescription',
} as const satisfies Readonly<Record<DownloadedFile, string>>;

interface DownloadMenuProps {
  readonly batch: Batch;
  readonly isPending: boolean;
  readonly onDownload: (file: DownloadedFile) => void;
}

/** The files of a completed batch. */
export function DownloadMenu({ batch, isPending, onDownload }: DownloadMenuProps) {
  return (
    <ButtonDropdown
      loading={isPending}
      items={listFiles(batch).map((id) => ({ id, text: batchText(FILE_TEXTS[id]) }))}
      onItemClick={({ detail }) => onDownload(detail.id as DownloadedFile)}
    >
      {batchText('download')}
    </ButtonDropdown>
  );
}

function listFiles({ artifact, format }: Batch): readonly DownloadedFile[] {
  return [
    'artifact',
    'manifest',
    ...(artifact?.is_signed === true ? (['signature'] as const) : []),
    'checksum',
    ...(format === 'fec' ? (['description'] as const) : []),
  ];
}
