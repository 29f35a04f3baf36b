import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useState } from 'react';
import type { Account } from '../../../../../client/client.ts';
import { loadPart } from '../../../parts/load-part.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { accountMetadataText } from './messages.ts';

const MetadataDialog = loadPart(async () => (await import('./metadata-dialog.tsx')).MetadataDialog);

/** What the institution keeps of the account beside what the ledger knows. */
export function MetadataPanel({ account }: { readonly account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPermitted = useIsPermitted(['finance.write']);
  const pairs = Object.entries(account.metadata ?? {});
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            isPermitted && (
              <Button onClick={() => setIsOpen(true)}>{accountMetadataText('change')}</Button>
            )
          }
        >
          {accountMetadataText('title')}
        </Header>
      }
    >
      {pairs.length === 0 ? (
        <Box color="text-body-secondary">{accountMetadataText('none')}</Box>
      ) : (
        <KeyValuePairs columns={4} items={pairs.map(([label, value]) => ({ label, value }))} />
      )}
      {isOpen && <MetadataDialog account={account} onClose={() => setIsOpen(false)} />}
    </Container>
  );
}
