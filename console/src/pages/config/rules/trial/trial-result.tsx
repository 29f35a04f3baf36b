import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PostingEvaluation, RuleEvaluation } from '../../../../../../client/client.ts';
import { CopyId } from '../../../../parts/copy-id.tsx';
import { FactTable } from '../../../../parts/facts/fact-table.tsx';
import { Instant } from '../../../../parts/instant.tsx';
import type { ListColumn } from '../../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../../parts/money-cell.tsx';
import { PageLink } from '../../../../routing/page-link.tsx';
import { shortenIdentifier } from '../../../../values/identifiers.ts';
import { ruleText } from '../messages.ts';
import { countEffects, nameEffect } from './trial-request.ts';

const columns: readonly ListColumn<PostingEvaluation>[] = [
  {
    id: 'posted',
    header: ruleText('posted'),
    cell: ({ posted_at }) => <Instant value={posted_at} />,
  },
  {
    id: 'entry',
    header: ruleText('entry'),
    isRowHeader: true,
    cell: ({ journal_entry_id: entryId }) => (
      <PageLink to="/journal/$entryId" params={{ entryId }}>
        {shortenIdentifier(entryId)}
      </PageLink>
    ),
  },
  {
    id: 'account',
    header: ruleText('account'),
    cell: ({ account_id }) => <CopyId id={account_id} />,
  },
  {
    id: 'amount',
    header: <MoneyHeader>{ruleText('amount')}</MoneyHeader>,
    cell: ({ amount, currency, direction }) => (
      <MoneyCell
        amount={amount}
        currency={currency}
        direction={ruleText(direction === 'CREDIT' ? 'directionIn' : 'directionOut')}
      />
    ),
  },
  { id: 'outcome', header: ruleText('outcome'), cell: (posting) => describePosting(posting) },
];

/** What one rule does, alone, on the sample and on the newest postings. */
export function TrialResult({ evaluation }: { readonly evaluation: RuleEvaluation }) {
  const { newest_postings: newest } = evaluation;
  return (
    <SpaceBetween size="s">
      <div role="status">
        {ruleText('resultSample')} {describeSample(evaluation)}
        {newest !== undefined && <TrialSummary newest={newest} />}
      </div>
      {newest !== undefined && (
        <FactTable title={ruleText('resultPostings')} items={newest.items} columns={columns} />
      )}
    </SpaceBetween>
  );
}

interface TrialSummaryProps {
  readonly newest: NonNullable<RuleEvaluation['newest_postings']>;
}

function TrialSummary({ newest: { items, entries_read, has_more } }: TrialSummaryProps) {
  const { deny: denied, fee: charged, report: matched, error: failed } = countEffects(items);
  const count = items.length;
  return (
    <>
      <div>
        {count === 0
          ? ruleText('resultNone')
          : ruleText('summary', { count, denied, charged, matched, failed })}
      </div>
      <Box color="text-body-secondary">
        {ruleText('searched', { count: entries_read })} {has_more && ruleText('searchedMore')}
      </Box>
    </>
  );
}

const EFFECT_TEXTS = {
  DENY: 'outcomeDeny',
  CHARGE_FEE: 'outcomeFee',
  NONE: 'outcomeReport',
} as const;

function describeSample({ rules: [tried], decision }: RuleEvaluation): string {
  if (tried === undefined) return '';
  switch (tried.outcome) {
    case 'MATCHED':
      return ruleText(EFFECT_TEXTS[tried.effect]);
    case 'NOT_MATCHED':
      return ruleText('outcomeNothing');
    case 'SKIPPED':
      return ruleText('outcomeSkipped');
    case 'ERROR':
      return describeError(tried.error?.message ?? '', decision);
  }
}

function describePosting(posting: PostingEvaluation): string {
  const [tried] = posting.rules;
  if (tried === undefined || nameEffect(posting) === 'nothing') return ruleText('outcomeNothing');
  if (tried.outcome === 'MATCHED') return ruleText(EFFECT_TEXTS[tried.effect]);
  return describeError(tried.error?.message ?? '', posting.decision);
}

// An institution may let failing rules be skipped.
function describeError(message: string, decision: 'ALLOW' | 'DENY'): string {
  return ruleText(decision === 'DENY' ? 'outcomeError' : 'outcomeErrorSkipped', { message });
}
