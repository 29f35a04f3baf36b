import type { StateMachine } from '../values/state-machine.ts';

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD';
export type DeliveryTransitionName = 'deliver' | 'retry' | 'give up' | 'redrive';

/** See docs/webhooks.md. */
export const deliveryState: StateMachine<DeliveryState, DeliveryTransitionName> = {
  title: 'Webhook delivery state',
  states: ['PENDING', 'DELIVERED', 'DEAD'],
  initial: 'PENDING',
  transitions: {
    deliver: { from: ['PENDING'], to: 'DELIVERED', condition: 'the receiver answered 2xx' },
    retry: { from: ['PENDING'], to: 'PENDING', condition: 'an attempt failed, and others follow' },
    'give up': {
      from: ['PENDING'],
      to: 'DEAD',
      condition:
        'the last attempt failed, the receiver answered 410, the event is no longer there, or the webhook is deleted, disabled or suspended',
    },
    redrive: { from: ['PENDING', 'DELIVERED', 'DEAD'], to: 'PENDING' },
  },
};
