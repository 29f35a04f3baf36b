import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { NewJournalEntry } from '../../../../../client/client.ts';
import { useTenant } from '../../../api/use-tenant.ts';
import { formatMinorUnits, sumAmounts } from '../../../values/minor-units.ts';
import { formatAmount } from '../../../values/money.ts';
import { postText } from '../messages.ts';

interface EntryReviewProps {
  readonly entry: NewJournalEntry;
  readonly isCorrection: boolean;
}

/** Restates accounts and amounts before anything is sent. */
export function EntryReview({ entry, isCorrection }: EntryReviewProps) {
  const { currency } = useTenant();
  const total = sumAmounts(entry.ledger_lines.map(({ debit_amount }) => debit_amount));
  const question = postText(isCorrection ? 'questionCorrect' : 'questionPost');
  return (
    <Container header={<Header variant="h2">{question}</Header>}>
      <SpaceBetween size="m">
        <Box variant="strong">
          {postText('total', { amount: formatAmount(formatMinorUnits(total)) })}{' '}
          {entry.account_postings?.[0]?.currency ?? currency}
        </Box>
        {entry.ledger_lines.map((line, at) => (
          <Box key={`${line.account_code} ${at}`}>{describeLine(line)}</Box>
        ))}
        <Box>{postText('reviewSentence')}</Box>
      </SpaceBetween>
    </Container>
  );
}

function describeLine({
  account_code,
  debit_amount,
  credit_amount,
}: NewJournalEntry['ledger_lines'][number]) {
  return debit_amount === undefined
    ? `${account_code} ${postText('credit')} ${formatAmount(credit_amount ?? '0.00')}`
    : `${account_code} ${postText('debit')} ${formatAmount(debit_amount)}`;
}
