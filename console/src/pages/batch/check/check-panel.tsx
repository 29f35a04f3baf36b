import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { FileField } from '../../../parts/fields/file-field.tsx';
import { batchText } from '../messages.ts';
import { isSameFile } from './compare-file.ts';
import type { FileComparison } from './compare-file.ts';
import { useFileComparison } from './use-file-comparison.ts';
import type { ComparisonState } from './use-file-comparison.ts';

/** Compares a file that the operator has with the export, in the browser. */
export function CheckPanel({ batchId }: { readonly batchId: string }) {
  const [file, setFile] = useState<File>();
  const { state, compare, stop } = useFileComparison(batchId);
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    if (chosen === undefined) stop();
    else compare(chosen);
  };
  return (
    <Container
      header={
        <Header variant="h2" description={batchText('checkSentence')}>
          {batchText('check')}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <FileField label={batchText('fileToCheck')} file={file} onChange={choose} />
        {state.kind === 'reading' && (
          <SpaceBetween size="xs">
            <ProgressBar label={batchText('checkProgress')} value={Math.floor(100 * state.share)} />
            <Button onClick={() => choose(undefined)}>{batchText('stopChecking')}</Button>
          </SpaceBetween>
        )}
        <div role="status">
          <CheckOutcome state={state} />
        </div>
      </SpaceBetween>
    </Container>
  );
}

function CheckOutcome({ state }: { readonly state: ComparisonState }) {
  if (state.kind === 'failed') return <ErrorPanel error={state.error} />;
  if (state.kind !== 'compared') return null;
  const { comparison } = state;
  return isSameFile(comparison) ? (
    <Alert type="success" header={batchText('same')}>
      <div>{batchText('sameSentence', { count: comparison.partCount })}</div>
      <div>{batchText('manifestFromServer')}</div>
    </Alert>
  ) : (
    <Alert type="error" header={batchText('differs')}>
      {describeDifferences(comparison).map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  );
}

function describeDifferences(comparison: FileComparison): readonly string[] {
  const { expectedBytes, actualBytes, partCount, differing } = comparison;
  const [first] = differing;
  const size =
    expectedBytes === actualBytes
      ? []
      : [batchText('otherSize', { actual: actualBytes, expected: expectedBytes })];
  if (first === undefined) return size;
  const { number, offset, size_bytes } = first;
  return [
    ...size,
    batchText('otherPart', {
      number,
      total: partCount,
      from: offset,
      to: offset + size_bytes - 1,
    }),
    batchText('otherParts', { count: differing.length }),
  ];
}
