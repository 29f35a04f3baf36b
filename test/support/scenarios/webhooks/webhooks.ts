// Scenarios of the operations on webhooks.
import { randomUUID } from 'node:crypto';
import { buildWebhookBody } from '../../../../tools/samples/webhooks/webhooks.ts';
import { WEBHOOKS_MAX } from '../../../../functions/domain/webhooks/webhooks.ts';
import { replaceIdTime } from '../../fixtures/absent-ids.ts';
import { repeatCall } from '../scenario-records.ts';
import type { ScenariosByOperation } from '../scenario-records.ts';

const EVENT_ID = 'evt_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00';

const pathsOf = (webhook: string) =>
  [webhook, replaceIdTime(webhook)].map((webhookId) => ({ path: { webhookId } }));

export const webhookScenarios = {
  listWebhooks: () => [{}],
  // One more than a tenant may have, with the one that is there.
  createWebhook: ({ enforced }) => [
    // No container has read the controls of that tenant.
    ...(enforced ? [{ tenant: `new-${randomUUID().slice(0, 8)}`, body: buildWebhookBody() }] : []),
    ...repeatCall({ body: buildWebhookBody() }),
    ...Array.from({ length: WEBHOOKS_MAX }, () => ({ body: buildWebhookBody() })),
  ],
  getWebhook: ({ webhook }) => pathsOf(webhook),
  replaceWebhook: ({ webhook }) =>
    pathsOf(webhook).flatMap((call) =>
      [1, 2, 3].map((version) => ({ ...call, body: buildWebhookBody({ version }) })),
    ),
  deleteWebhook: ({ unwantedWebhook }) => pathsOf(unwantedWebhook),
  // The first secret of a tenant makes its seed.
  revealWebhookSecret: ({ webhook, enforced }) => [
    ...pathsOf(webhook),
    ...(enforced ? [{ tenant: enforced.tenant, path: { webhookId: enforced.webhook } }] : []),
  ],
  rotateWebhookSecret: ({ webhook }) => pathsOf(webhook),
  testWebhook: ({ webhook }) => pathsOf(webhook).flatMap(repeatCall),
  listWebhookDeliveries: ({ webhook }) =>
    pathsOf(webhook).flatMap((call) => [
      call,
      ...['PENDING', 'DELIVERED', 'DEAD'].map((state) => ({ ...call, query: { state } })),
    ]),
  getWebhookDelivery: ({ webhook, delivered = EVENT_ID }) =>
    [delivered, EVENT_ID].map((eventId) => ({ path: { webhookId: webhook, eventId } })),
  redriveWebhookDeliveries: ({ webhook }) =>
    pathsOf(webhook).flatMap((call) => [
      ...repeatCall({ ...call, body: {} }),
      { ...call, body: { event_ids: [EVENT_ID] } },
    ]),
} satisfies ScenariosByOperation;
