// What importing a chart would change, before it is sent.
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useEffect, useState } from 'react';
import { useChart } from '../../../api/use-chart.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { FieldDifferences } from '../../../parts/facts/field-differences.tsx';
import type { ImportDraft } from '../import-draft.ts';
import { importText } from '../messages.ts';
import { compareChart } from './chart-comparison.ts';
import { PREVIEWED_BYTES_MAX, readChartFile } from './chart-file.ts';
import type { ChartDefinitions } from './chart-file.ts';

export function ChartPreview({ draft }: { readonly draft: ImportDraft }) {
  const { data: chart, error, refetch } = useChart();
  const reading = useChartFile(draft);
  return (
    <Container header={<Header variant="h2">{importText('chartPreview')}</Header>}>
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      {reading === 'too-large' && <Box>{importText('chartPreviewLarge')}</Box>}
      {reading === 'unreadable' && (
        <Alert type="warning">{importText('chartPreviewUnreadable')}</Alert>
      )}
      {(reading === 'reading' || (chart === undefined && error === null)) && <Spinner />}
      {chart !== undefined && typeof reading === 'object' && (
        <Comparison comparison={compareChart(chart, reading)} />
      )}
    </Container>
  );
}

function Comparison({ comparison }: { readonly comparison: ReturnType<typeof compareChart> }) {
  const { added, changed, unchanged, from, to } = comparison;
  return (
    <SpaceBetween size="m">
      <div role="status">
        {importText('chartPreviewCounts', {
          added: added.toLocaleString(),
          changed: changed.toLocaleString(),
          unchanged: unchanged.toLocaleString(),
        })}
      </div>
      <FieldDifferences title={importText('chartChanges')} from={from} to={to} />
    </SpaceBetween>
  );
}

type FileReading = 'reading' | 'too-large' | 'unreadable' | ChartDefinitions;

/** The accounts of the file, read again when the file or its form changes. */
function useChartFile(draft: ImportDraft): FileReading {
  const { file, mediaType, delimiter, encoding, headerMapping } = draft;
  const [reading, setReading] = useState<FileReading>('reading');
  useEffect(() => {
    let isCurrent = true;
    const show = (next: FileReading) => {
      if (isCurrent) setReading(next);
    };
    if (file !== undefined && file.size > PREVIEWED_BYTES_MAX) show('too-large');
    else if (file !== undefined) {
      readChartFile(file, { mediaType, delimiter, encoding, headerMapping }).then(show, () =>
        show('unreadable'),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [file, mediaType, delimiter, encoding, headerMapping]);
  return reading;
}
