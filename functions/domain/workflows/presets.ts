// Preset workflows.
import type { WorkflowDefinition } from './workflows.ts';

export type PresetName = 'loan-approval-notification' | 'monthly-fee-charge';

export const WORKFLOW_PRESETS: Readonly<Record<PresetName, WorkflowDefinition>> = {
  /** Requests a notification of an approved loan, which carries the context to the subscriber. */
  'loan-approval-notification': {
    name: 'Loan approval notification',
    trigger: 'LOAN_APPROVED',
    steps: [
      {
        order: 1,
        name: 'Notify the customer',
        action: 'SEND_NOTIFICATION',
        parameters: { template: 'loan_approved', data: '${context}' },
      },
    ],
  },
  /** Charges context.amount, or 5.00, on context.account_id and requests a notification. */
  'monthly-fee-charge': {
    name: 'Monthly fee charge',
    trigger: 'MONTHLY_FEE_DUE',
    steps: [
      {
        order: 1,
        name: 'Charge the fee',
        action: 'CHARGE_FEE',
        parameters: {
          account_id: '${context.account_id}',
          amount: '${has(context.amount) ? context.amount : "5.00"}',
          reference: 'Monthly fee',
        },
        condition: '!has(context.is_waived) || context.is_waived == false',
      },
      {
        order: 2,
        name: 'Notify the customer',
        action: 'SEND_NOTIFICATION',
        parameters: { template: 'monthly_fee_charged', data: '${steps[1].output}' },
        condition: 'steps[1].status == "EXECUTED"',
      },
    ],
  },
};
