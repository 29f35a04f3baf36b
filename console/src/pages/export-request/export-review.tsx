import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RequestRegulatoryExport } from '../../../../client/client.ts';
import { exportText } from './messages.ts';

/** What will be asked for, and what of it is final. */
export function ExportReview({ body }: { readonly body: RequestRegulatoryExport }) {
  const { period_from: from, period_to: to, retention_until: until, format, encoding } = body;
  return (
    <SpaceBetween size="m">
      <Container header={<Header variant="h2">{exportText('reviewTitle')}</Header>}>
        <KeyValuePairs
          columns={3}
          items={[
            { label: exportText('period'), value: exportText('periodDays', { from, to }) },
            { label: exportText('code'), value: body.legal_basis_code },
            {
              label: exportText('format'),
              value: format === undefined ? exportText('formatByCode') : format.toUpperCase(),
            },
            ...(encoding === undefined ? [] : [{ label: exportText('encoding'), value: encoding }]),
          ]}
        />
      </Container>
      <Alert type="warning">{exportText('reviewLock', { until })}</Alert>
    </SpaceBetween>
  );
}
