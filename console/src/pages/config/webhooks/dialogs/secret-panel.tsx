import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import type { WebhookSecret } from '../../../../../../client/client.ts';
import { useApi } from '../../../../api/api-clients.ts';
import { requireData } from '../../../../api/api-failure.ts';
import { ErrorPanel } from '../../../../parts/error-panel.tsx';
import '../../../../parts/facts/facts.css';
import { Instant } from '../../../../parts/instant.tsx';
import { partsText } from '../../../../parts/parts-messages.ts';
import { webhookText } from '../messages.ts';

/** The secret of a webhook, read when the operator asks for it, and forgotten with the dialog. */
export function SecretPanel({ webhookId }: { readonly webhookId: string }) {
  const { ledger } = useApi();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () =>
      requireData(
        await ledger.POST('/api/webhooks/{webhookId}/secret', { params: { path: { webhookId } } }),
      ),
    // The cache would hold it for minutes after the dialog is closed.
    gcTime: 0,
  });
  return (
    <SpaceBetween size="m">
      {error !== null && <ErrorPanel error={error} />}
      <div role="status">{data !== undefined && <ShownSecret shown={data} />}</div>
      {data === undefined && (
        <Button loading={isPending} onClick={() => mutate()}>
          {webhookText('showSecret')}
        </Button>
      )}
    </SpaceBetween>
  );
}

function ShownSecret({ shown }: { readonly shown: WebhookSecret }) {
  const { secret, secret_version: version, shown_until } = shown;
  return (
    <SpaceBetween size="s">
      <Box>{webhookText('secretShown', { version })}</Box>
      <div className="fact-values">
        <CopyToClipboard
          variant="inline"
          textToCopy={secret}
          copyButtonAriaLabel={webhookText('copySecret')}
          copySuccessText={partsText('copied')}
          copyErrorText={partsText('notCopied')}
        />
      </div>
      <Box color="text-body-secondary">
        {webhookText('shownUntil')} <Instant value={shown_until} />.
      </Box>
    </SpaceBetween>
  );
}
