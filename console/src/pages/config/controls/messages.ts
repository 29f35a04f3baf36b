import { defineMessages } from '../../../i18n/messages.ts';

export const controlsText = defineMessages({
  title: 'Controls',
  sentence: 'Each control names an operation, and the requests of it that take a second operator.',
  operation: 'Operation',
  when: 'Condition',
  always: 'Every request',
  none: 'There are no controls. No operation takes a second operator because of one.',
  facts: 'Version {version}',
  change: 'Ask for a change',
  formTitle: 'Ask for a change of the controls',
  formSentence:
    'What you send replaces all controls, once another operator has approved it. Until then nothing changes.',
  submit: 'Ask for this change',
  reason: 'Reason - optional',
  add: 'Add a control',
  remove: 'Remove',
  removeLabel: 'Remove the control of {operation}',
  whenLabel: 'Condition (CEL) - optional',
  whenHint: 'The requests that the control catches; without one, all of them.',
  noneLeft: 'No control is left: no operation will take a second operator because of one.',
});
