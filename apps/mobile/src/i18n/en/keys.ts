import type { Texts } from '../texts.ts';

export const keys: Texts['keys'] = {
  title: 'Keyboard shortcuts',
  show: 'Show',
  or: 'or',
  scopes: { everywhere: 'Everywhere', list: 'Lists', task: 'Tasks', document: 'Documents' },
  names: {
    palette: 'Open the command palette',
    search: 'Search',
    help: 'Show the shortcuts',
    back: 'Go back or close',
    next: 'Next item',
    previous: 'Previous item',
    open: 'Open the selected item',
    approve: 'Approve; press again to confirm',
    reject: 'Reject; press again to confirm',
    remark: 'Write a remark',
    send: 'Confirm while writing a remark',
    document: 'Open the file of the task',
    undo: 'Undo the last decision',
    fullScreen: 'Full screen on or off',
    present: 'Present page by page',
    closeTab: 'Close the focused tab',
    nextChange: 'Next change in a comparison',
    previousChange: 'Previous change in a comparison',
  },
  single: 'Single-key shortcuts',
  singleHint:
    'Act with one key, for example A to approve. Turn this off if you use a screen reader or voice input.',
};
