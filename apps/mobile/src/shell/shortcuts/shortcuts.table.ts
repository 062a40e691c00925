/** Where a shortcut acts, in the order of the help sheet. */
export const shortcutScopes = ['everywhere', 'list', 'task', 'document'] as const;
export type ShortcutScope = (typeof shortcutScopes)[number];

export type ShortcutName =
  | 'next'
  | 'previous'
  | 'open'
  | 'approve'
  | 'reject'
  | 'remark'
  | 'send'
  | 'document'
  | 'undo'
  | 'fullScreen'
  | 'present'
  | 'closeTab'
  | 'nextChange'
  | 'previousChange'
  | 'search'
  | 'palette'
  | 'help'
  | 'back';

export type Shortcut = {
  readonly scope: ShortcutScope;
  /** Values of `KeyboardEvent.key`; letters in lower case. */
  readonly keys: readonly string[];
  /** Pressed with Ctrl, or with Command on Apple devices. Without it, no modifier key may be pressed. */
  readonly withCommand?: true;
  /** Whether it acts in text fields too. */
  readonly inFields?: true;
  /** Whether a key that is held down repeats it. */
  readonly repeats?: true;
};

/**
 * All shortcuts of the app. Texts are `keys.names`; components attach the handlers with `useShortcut`. Enter on a row, Delete
 * on a tab and Escape are handled by the row, the tab and the screen; they are here for the help sheet.
 */
export const shortcuts: Readonly<Record<ShortcutName, Shortcut>> = {
  palette: { scope: 'everywhere', keys: ['k'], withCommand: true, inFields: true },
  search: { scope: 'everywhere', keys: ['/'] },
  help: { scope: 'everywhere', keys: ['?'] },
  back: { scope: 'everywhere', keys: ['Escape'] },
  next: { scope: 'list', keys: ['j', 'ArrowDown'], repeats: true },
  previous: { scope: 'list', keys: ['k', 'ArrowUp'], repeats: true },
  open: { scope: 'list', keys: ['Enter'] },
  approve: { scope: 'task', keys: ['a'] },
  reject: { scope: 'task', keys: ['r'] },
  remark: { scope: 'task', keys: ['e'] },
  send: { scope: 'task', keys: ['Enter'], withCommand: true, inFields: true },
  document: { scope: 'task', keys: ['o'] },
  undo: { scope: 'task', keys: ['z'] },
  fullScreen: { scope: 'document', keys: ['f'] },
  present: { scope: 'document', keys: ['p'] },
  closeTab: { scope: 'document', keys: ['Delete'] },
  nextChange: { scope: 'document', keys: ['n'], repeats: true },
  previousChange: { scope: 'document', keys: ['p'], repeats: true },
};

export const shortcutNames = Object.keys(shortcuts) as readonly ShortcutName[];
