import { useState } from 'react';
import type { NewWebhook, Webhook } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { ChangeForm } from '../editing/change-form.tsx';
import { noticeChange } from '../editing/notice-change.ts';
import { webhookText } from './messages.ts';
import {
  describeWebhook,
  findWebhookFaults,
  placeWebhookFaults,
  toWebhookInput,
} from './webhook-draft.ts';
import { WebhookFields } from './webhook-fields.tsx';

interface WebhookFormProps {
  /** Undefined for a webhook that is new. */
  readonly webhook: Webhook | undefined;
  /** Called when the webhook has another version than the one that is shown. */
  readonly onChanged?: () => void;
  readonly onClose: () => void;
}

/** Creates a webhook, or replaces the version of it that the operator has seen. */
export function WebhookForm({ webhook, onChanged, onClose }: WebhookFormProps) {
  const isNew = webhook === undefined;
  const draft = useDraft(`webhook ${webhook?.id ?? ''}`, toWebhookInput(webhook));
  const [isChecked, setIsChecked] = useState(false);
  const { input, change } = draft;
  const faults = findWebhookFaults(input);
  return (
    <ChangeForm
      title={webhookText(isNew ? 'create' : 'replace')}
      operation={isNew ? 'createWebhook' : 'replaceWebhook'}
      {...(!isNew && { path: { webhookId: webhook.id } })}
      submitLabel={webhookText(isNew ? 'create' : 'replace')}
      draft={draft}
      describe={describeWebhook}
      onCheck={() => setIsChecked(true)}
      build={() => {
        if (Object.keys(faults).length > 0) return undefined;
        return { content: describeWebhook(input), replaced: webhook };
      }}
      toRequest={(sent) => ({ text: JSON.stringify(buildBody(sent)) })}
      send={useSendWebhook(onChanged)}
      onClose={onClose}
    >
      {(isLocked, requestFaults, memberFaults) => (
        <WebhookFields
          input={input}
          change={change}
          faults={{
            ...placeWebhookFaults(requestFaults, memberFaults),
            ...(isChecked ? faults : {}),
          }}
          isLocked={isLocked}
        />
      )}
    </ChangeForm>
  );
}

interface SentWebhook {
  readonly content: NewWebhook;
  /** The webhook as the operator has seen it. */
  readonly replaced: Webhook | undefined;
}

function buildBody({ content, replaced }: SentWebhook) {
  return replaced === undefined ? content : { ...content, version: replaced.version };
}

function useSendWebhook(onChanged: WebhookFormProps['onChanged']) {
  const { ledger } = useApi();
  const send = async ({ content, replaced }: SentWebhook, key: string) => {
    const header = { 'Idempotency-Key': key };
    if (replaced === undefined) {
      return requireData(await ledger.POST('/api/webhooks', { params: { header }, body: content }));
    }
    const answer = await ledger.PUT('/api/webhooks/{webhookId}', {
      params: { path: { webhookId: replaced.id }, header },
      body: { ...content, version: replaced.version },
    });
    return requireData(answer);
  };
  return noticeChange(send, 'webhook_changed', onChanged);
}
