import { defineMessages } from '../../i18n/messages.ts';

export const uploadText = defineMessages({
  hashing: 'Computing the checksum of the file',
  hashFailed: 'The file cannot be read. Choose it again.',
  sending: 'Sending the file',
  sendingSentence: 'Keep this page open until the file has arrived.',
  notSent: 'The file has not arrived',
  notSentSilent: 'The storage gave no answer. Check your connection and send the file again.',
  notSentStatus: 'The storage refused the file with the status {status}. Send it again.',
  linkEnded: 'The time to send this file is over. Import it again.',
  sendAgain: 'Send the file again',
  leaveUnknown: 'Leave this page? The import is not finished.',
});
