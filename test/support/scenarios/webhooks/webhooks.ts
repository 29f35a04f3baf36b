// Scenarios of the operations on webhooks.
import { buildWebhookBody } from '../../../../tools/samples/webhooks/webhooks.ts';
import { WEBHOOKS_MAX } from '../../../../functions/domain/webhooks/webhooks.ts';
import { repeatCall, replaceIdTime } from '../scenario-records.ts';
import type { ScenariosByOperation } from '../scenario-records.ts';

const EVENT_ID = 'evt_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00';

const pathsOf = (webhook: string) =>
  [webhook, replaceIdTime(webhook)].map((webhookId) => ({ path: { webhookId } }));

export const webhookScenarios = {
  listWebhooks: () => [{}],
  // One more than a tenant may have, with the one that is there.
  createWebhook: () => [
    ...repeatCall({ body: buildWebhookBody() }),
    ...Array.from({ length: WEBHOOKS_MAX }, () => ({ body: buildWebhookBody() })),
  ],
  getWebhook: ({ webhook }) => pathsOf(webhook),
  replaceWebhook: ({ webhook }) =>
    pathsOf(webhook).flatMap((call) =>
      [1, 2, 3].map((version) => ({ ...call, body: buildWebhookBody({ version }) })),
    ),
  deleteWebhook: ({ unwantedWebhook }) => pathsOf(unwantedWebhook),
  revealWebhookSecret: ({ webhook }) => pathsOf(webhook),
  rotateWebhookSecret: ({ webhook }) => pathsOf(webhook),
  testWebhook: ({ webhook }) => pathsOf(webhook).flatMap(repeatCall),
  listWebhookDeliveries: ({ webhook }) =>
    pathsOf(webhook).flatMap((call) => [
      call,
      ...['PENDING', 'DEAD'].map((state) => ({ ...call, query: { state } })),
    ]),
  getWebhookDelivery: ({ webhook }) => [{ path: { webhookId: webhook, eventId: EVENT_ID } }],
  redriveWebhookDeliveries: ({ webhook }) =>
    pathsOf(webhook).flatMap((call) => [
      ...repeatCall({ ...call, body: {} }),
      { ...call, body: { event_ids: [EVENT_ID] } },
    ]),
} satisfies ScenariosByOperation;
