import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useState } from 'react';
import { useTenant } from '../../api/use-tenant.ts';
import { useDelay } from '../../parts/use-delay.ts';
import { NewAccountForm } from './new-account-form.tsx';
import { pageTitle } from '../../routing/page-titles.ts';

export function NewAccountPage() {
  const { currency, isKnown } = useTenant();
  const [forms, setForms] = useState(0);
  const isLoading = useDelay(!isKnown);
  return (
    <SpaceBetween size="m">
      <Header variant="h1">{pageTitle('newAccount')}</Header>
      {isLoading && <Spinner size="large" />}
      {isKnown && (
        // Each account has a form, and an Idempotency-Key, of its own.
        <NewAccountForm
          key={forms}
          currency={currency}
          onAnother={() => setForms((count) => count + 1)}
        />
      )}
    </SpaceBetween>
  );
}
