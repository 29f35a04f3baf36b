import { defineMessages } from '../../../i18n/messages.ts';

export const editingText = defineMessages({
  position: 'Line {line}, column {column}: {message}',
  noJson: 'this is not JSON. Correct it here.',
  needsObject: 'Enter a JSON object, in braces.',
  needsList: 'Enter a JSON list, in square brackets.',
  draft: 'A draft of {time}. It is not sent yet.',
  discard: 'Discard the draft',
  unkept:
    'This browser has no room for your drafts. What you type is lost when you leave this page: send it, or discard another draft.',
  leaveUnkept: 'What you typed is lost when you leave this page. Leave it all the same?',
  outdatedTitle: 'This has changed since you started your draft',
  outdatedSentence:
    'Compare what you send with what holds now. To start from what holds now, discard the draft.',
  differences: 'What you change',
  nothingToSend: 'There is nothing to send yet: change something first.',
  leaveUnknown: 'It is not known yet whether your change took effect. Leave the page all the same?',
  checking: 'Checking what you have typed…',
  wouldBeRefused: 'This would be refused. Correct it:',
  wouldWarn:
    'The condition can never be evaluated as it is. Such a rule denies what it is judged on:',
  canBeSent: 'Checked: this can be sent, and takes effect at once.',
  alwaysWaits: 'Checked: this can be sent. Another operator must then approve it.',
  waits: 'Checked: this can be sent. A control then asks another operator to approve it.',
  waitsWhen:
    'Checked: this can be sent. A control then asks another operator to approve it: {when}',
  waitsByFaultyControl:
    'Checked: this can be sent. A control that cannot be evaluated then asks another operator to approve it: {error}',
  saved: 'Saved',
  savedSentence: 'It takes effect everywhere within ten seconds.',
  waiting: 'Waiting for approval',
  waitingSentence: 'Nothing has changed yet. Another operator must approve your request.',
  openRequest: 'Open the request',
  close: 'Close',
  warningsTitle: 'Saved, but the condition can never be evaluated as it is',
  warningsSentence: 'Such a rule denies what it is judged on. Correct it:',
});
