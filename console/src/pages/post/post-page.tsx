import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CorrectionPage } from './correction-page.tsx';
import { EntryForm } from './entry-form.tsx';
import { pageTitle } from '../../routing/page-titles.ts';
import { postText } from './messages.ts';
import { TransferForm } from './transfer-form.tsx';

const route = getRouteApi('/post/$kind');

export function PostPage() {
  const { kind } = route.useParams();
  const { entry, template } = route.useSearch();
  const navigate = route.useNavigate();
  // Another form is another submission, with a key of its own.
  const [count, setCount] = useState(0);
  const onReset = () => setCount(count + 1);
  const isCorrection = kind === 'correction';
  return (
    <SpaceBetween size="m">
      <Header variant="h1">{isCorrection ? postText('correctionTitle') : pageTitle('post')}</Header>
      {!isCorrection && (
        <SegmentedControl
          label={postText('kind')}
          selectedId={kind}
          options={[
            { id: 'transfer', text: postText('kindTransfer') },
            { id: 'entry', text: postText('kindEntry') },
          ]}
          onChange={({ detail }) => void navigate({ params: { kind: detail.selectedId } })}
        />
      )}
      <PostingKind
        key={`${kind} ${entry} ${count}`}
        kind={kind}
        entry={entry}
        template={template}
        onReset={onReset}
      />
    </SpaceBetween>
  );
}

interface PostingKindProps {
  readonly kind: string;
  readonly entry: string | undefined;
  readonly template: string | undefined;
  readonly onReset: () => void;
}

function PostingKind({ kind, entry, template, onReset }: PostingKindProps) {
  if (kind === 'transfer') return <TransferForm onReset={onReset} />;
  if (kind === 'entry') return <EntryForm template={template} onReset={onReset} />;
  if (kind === 'correction') return <CorrectionPage entryId={entry} onReset={onReset} />;
  return <Alert type="info">{postText('unknownKind')}</Alert>;
}
