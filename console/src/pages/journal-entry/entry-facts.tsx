import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { JournalEntry } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { EntryTypeName } from '../../parts/entry-type-name.tsx';
import { Instant } from '../../parts/instant.tsx';
import { OperatorName } from '../../parts/operator-name.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { formatAmount } from '../../values/money.ts';
import { entryText } from './messages.ts';
import { TransactionReference } from './transaction-reference.tsx';

/** Who posted what, when and in which business flow. */
export function EntryFacts({ entry }: { readonly entry: JournalEntry }) {
  return (
    <SpaceBetween size="m">
      <Container>
        <KeyValuePairs columns={4} items={listFacts(entry)} />
      </Container>
      <EntryWarnings entry={entry} />
    </SpaceBetween>
  );
}

function listFacts(entry: JournalEntry) {
  const requestId = entry.adjustment_request_id ?? entry.general_ledger_request_id;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [entryText('entry'), <CopyId key="entry" id={entry.id} />],
    [entryText('entryType'), <EntryTypeName key="type" type={entry.entry_type} />],
    [entryText('posted'), <Instant key="posted" value={entry.posted_at} />],
    [entryText('effectiveDate'), entry.effective_date],
    [entryText('postedBy'), <OperatorName key="by" id={entry.posted_by} />],
    [entryText('correlation'), <CopyId key="correlation" id={entry.correlation_id} />],
    [entryText('currency'), entry.currency],
    [entryText('description'), entry.description],
    [entryText('adjustsPeriod'), entry.adjusts_period],
    [
      entryText('request'),
      requestId && (
        <RequestLink key="request" requestId={requestId}>
          {shortenIdentifier(requestId)}
        </RequestLink>
      ),
    ],
    [entryText('workflow'), formatId(entry.workflow_execution_id)],
    [
      entryText('transaction'),
      entry.transaction_id && (
        <TransactionReference key="transaction" transactionId={entry.transaction_id} />
      ),
    ],
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

function formatId(id: string | undefined): ReactNode {
  return id === undefined ? undefined : <CopyId id={id} />;
}

function EntryWarnings({ entry }: { readonly entry: JournalEntry }) {
  const { control_differences = [], skipped_rules = [] } = entry;
  return (
    <>
      {control_differences.length > 0 && (
        <Alert type="warning" header={entryText('differences')}>
          {control_differences.map(({ account_code: code, expected, found }) => (
            <div key={code}>
              {entryText('difference', {
                code,
                expected: formatAmount(expected),
                found: formatAmount(found),
              })}
            </div>
          ))}
        </Alert>
      )}
      {skipped_rules.length > 0 && (
        <Alert type="warning">{entryText('skippedRules', { count: skipped_rules.length })}</Alert>
      )}
    </>
  );
}
