import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import type { JournalEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import type { ConsoleClients } from '../../api/api-clients.ts';
import { ApiFailure, requireData } from '../../api/api-failure.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { verifyEntryProof } from './evidence/entry-proof.ts';
import type { EntryProof } from './evidence/entry-proof.ts';
import { ProofError } from './evidence/proof-file.ts';
import { saveFile } from '../../parts/files/save-file.ts';
import { entryText } from './messages.ts';

/** The proof of the entry in the evidence log: as a file, or checked on this page. */
export function EvidencePanel({ entry }: { readonly entry: JournalEntry }) {
  const { workbench } = useApi();
  const download = useMutation({
    mutationFn: async () =>
      saveFile(`${entry.id}.tlog-proof`, await readProof(workbench, entry), 'text/plain'),
  });
  const check = useMutation({
    mutationFn: async () => {
      const [file, key] = await Promise.all([readProof(workbench, entry), readKey(workbench)]);
      return verifyEntryProof(file, key, entry);
    },
  });
  const error = check.error ?? download.error;
  return (
    <Container header={<Header variant="h2">{entryText('evidence')}</Header>}>
      <SpaceBetween size="m">
        <Box>{entryText('evidenceSentence')}</Box>
        <SpaceBetween direction="horizontal" size="xs">
          <Button
            iconName="download"
            loading={download.isPending}
            onClick={() => void download.mutate()}
          >
            {entryText('download')}
          </Button>
          <Button loading={check.isPending} onClick={() => void check.mutate()}>
            {entryText('verify')}
          </Button>
        </SpaceBetween>
        <div role="status">
          {error !== null && <ProofFailure error={error} />}
          {check.data !== undefined && <ProofResult proof={check.data} />}
        </div>
      </SpaceBetween>
    </Container>
  );
}

function ProofResult({ proof }: { readonly proof: EntryProof }) {
  const { origin, index, size, hasContent } = proof;
  return (
    <Alert type="success" header={entryText('proved')}>
      <div>
        {entryText('provedLeaf', {
          origin,
          index: index.toLocaleString(),
          size: size.toLocaleString(),
        })}
      </div>
      <div>{entryText(hasContent ? 'contentProved' : 'contentUnproved')}</div>
      <div>{entryText('keyFromServer')}</div>
    </Alert>
  );
}

const FAULT_TEXTS = {
  format: 'faultFormat',
  key: 'faultKey',
  signature: 'faultSignature',
  inclusion: 'faultInclusion',
  receipt: 'faultReceipt',
  content: 'faultContent',
} as const;

function ProofFailure({ error }: { readonly error: Error }) {
  if (error instanceof ProofError) {
    return (
      <Alert type="error" header={entryText('refused')}>
        {entryText(FAULT_TEXTS[error.fault])}
      </Alert>
    );
  }
  const code = error instanceof ApiFailure ? error.code : '';
  if (code === 'evidence_not_sealed') return <Alert type="info">{entryText('notSealed')}</Alert>;
  if (code === 'evidence_not_found') return <Alert type="info">{entryText('notInLog')}</Alert>;
  return <ErrorPanel error={error} />;
}

async function readProof(
  workbench: ConsoleClients['workbench'],
  { id }: JournalEntry,
): Promise<string> {
  const params = { path: { id } };
  return requireData(await workbench.GET('/api/evidence/proofs/{id}', { params, parseAs: 'text' }));
}

async function readKey(workbench: ConsoleClients['workbench']): Promise<string> {
  return requireData(await workbench.GET('/api/evidence/key', { parseAs: 'text' }));
}
