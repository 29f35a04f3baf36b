import { defineMessages } from '../i18n/messages.ts';

export const appText = defineMessages({
  product: 'Countinghouse',
  windowTitle: '{page} · Countinghouse',
  skipToContent: 'Skip to the content',
  mainNavigation: 'Main navigation',
  openNavigation: 'Open the navigation',
  closeNavigation: 'Close the navigation',
  breadcrumbs: 'Breadcrumbs',
  account: 'Password, second factors and sessions',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signedOutTitle: 'Sign in to Countinghouse',
  signedOutSentence: 'You are not signed in.',
  refusedTitle: 'The sign-in failed',
  startFailedTitle: 'The console could not start',
  endsSoon: 'Your sign-in ends at {time}. Sign in again to continue without an interruption.',
  notPermittedTitle: 'You may not see this page',
  notPermittedSentence:
    'It needs the permission {permissions}. An administrator grants permissions.',
  notFoundTitle: 'There is no such page',
  notFoundSentence: 'Check the address, or choose a page on the left.',
  nothingPermittedTitle: 'No page is open to you',
  nothingPermittedSentence:
    'Your permissions open no page of the console. An administrator grants permissions.',
  pageFailedTitle: 'This page failed',
  droppedParameters:
    'The address had parts that this page does not understand. They were left out: {names}',
  permissionsChanged: 'Your permissions have changed. The pages on the left follow them.',
  openSubmissionTitle: 'A request from before this page was loaded again',
  openSubmissionSentence:
    'It was sent at {time} ({operation}) and may have taken effect. Look for it before you enter it again.',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
});
