import { defineMessages } from '../../../i18n/messages.ts';

export const bulkText = defineMessages({
  approveSelected: 'Approve {count}',
  rejectSelected: 'Reject {count}…',
  approveTitle: { one: 'Approve {count} request', other: 'Approve {count} requests' },
  rejectTitle: { one: 'Reject {count} request', other: 'Reject {count} requests' },
  question: {
    one: '{count} request of {makers}. Each is decided by itself, and you see what became of it.',
    other:
      '{count} requests of {makers}. Each is decided by itself, and you see what became of it.',
  },
  makers: { one: '{count} maker', other: '{count} makers' },
  total: 'Total {amount}',
  withoutAmount: {
    one: '{count} moves no money, or several currencies.',
    other: '{count} move no money, or several currencies.',
  },
  approve: 'Approve',
  reject: 'Reject',
  stop: 'Stop',
  stopping: 'Stopping: no other request is sent.',
  close: 'Close',
  results: 'Results',
  request: 'Request',
  result: 'Result',
  waiting: 'Not sent',
  sending: 'Sending',
  unknown: 'No answer yet. Asking again; this cannot take effect twice.',
  approved: 'Approved',
  rejected: 'Rejected',
  failed: 'Approved, but not applied: {reason} Nothing was posted.',
  refused: 'Not recorded: {reason}',
  progress: '{done} of {count} done, {failed} failed.',
});
