import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { buildExportBody, buildExportDraft, findExportFaults } from './export-draft.ts';
import type { ExportFaults } from './export-draft.ts';
import { ExportFields } from './export-fields.tsx';
import { ExportReview } from './export-review.tsx';
import { exportText } from './messages.ts';
import { useExportRequest } from './use-export-request.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/batches/export');

export function ExportRequestPage() {
  return (
    <SpaceBetween size="m">
      <Header variant="h1" description={exportText('intro')}>
        {pageTitle('exportRequest')}
      </Header>
      <ExportForm />
    </SpaceBetween>
  );
}

/** Asks for an export, after a review: its files cannot be deleted for years. */
function ExportForm() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [start] = useState(() => buildExportDraft(search, new Date()));
  const [draft, setDraft] = useState(start);
  const [faults, setFaults] = useState<ExportFaults>({});
  const [isReviewed, setIsReviewed] = useState(false);
  const { stage, isLocked, submit } = useExportRequest(draft !== start);
  useEffect(() => {
    // What took effect is not what was entered last: the form says so first.
    if (stage.kind !== 'done' || stage.isEarlier) return;
    void navigate({ to: '/batches/$batchId', params: { batchId: stage.answer.batchId } });
  }, [stage, navigate]);
  const next = () => {
    if (isReviewed) return submit(buildExportBody(draft));
    const found = findExportFaults(draft, new Date());
    setFaults(found);
    setIsReviewed(Object.keys(found).length === 0);
  };
  return (
    <SubmissionForm
      stage={stage}
      submitLabel={isReviewed ? pageTitle('exportRequest') : exportText('review')}
      onSubmit={next}
      onCancel={() => {
        if (isReviewed) setIsReviewed(false);
        else void navigate({ to: '/batches' });
      }}
    >
      {isReviewed ? (
        <ExportReview body={buildExportBody(draft)} />
      ) : (
        <ExportFields
          draft={draft}
          faults={faults}
          isLocked={isLocked}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      )}
      {stage.kind === 'done' && stage.isEarlier && (
        <PageLink to="/batches/$batchId" params={{ batchId: stage.answer.batchId }}>
          {exportText('open')}
        </PageLink>
      )}
    </SubmissionForm>
  );
}
