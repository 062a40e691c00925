import { type ShortcutName, shortcutNames, shortcuts } from './shortcuts.table.ts';

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'keyCode'
>;

type KeyContext = {
  /** Whether the focus is in an element that takes typed text. */
  readonly isTyping: boolean;
  /** Whether shortcuts of a single character are switched on (WCAG 2.1.4). */
  readonly hasSingleKeys: boolean;
};

/** `keyCode` of a key that an input method consumes; some engines send no `isComposing` with it. */
const consumedByInputMethod = 229;

const isLetter = (key: string) => /^[a-z]$/.test(key);

/** Whether the shortcut is a single printable character. Speech input can trigger those by accident. */
export const isSingleKey = (name: ShortcutName): boolean =>
  shortcuts[name].withCommand !== true && shortcuts[name].keys.some((key) => key.length === 1);

/** The shortcuts of a pressed key, most of them one; none while text is typed or composed. */
export function shortcutsOf(press: KeyPress, { isTyping, hasSingleKeys }: KeyContext): ShortcutName[] {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, keyCode } = press;
  if (isComposing || keyCode === consumedByInputMethod || altKey) return [];
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const hasCommand = ctrlKey || metaKey;
  return shortcutNames.filter((name) => {
    const { keys, withCommand = false, inFields = false, repeats = false } = shortcuts[name];
    if (!keys.includes(key) || withCommand !== hasCommand) return false;
    if ((isTyping && !inFields) || (repeat && !repeats)) return false;
    // Layouts differ in which punctuation needs the shift key.
    if (shiftKey && (isLetter(key) || key.length > 1)) return false;
    return withCommand || key.length > 1 || hasSingleKeys;
  });
}

const textInputs = new Set([
  'text',
  'search',
  'email',
  'tel',
  'url',
  'password',
  'number',
  'date',
  'datetime-local',
  'month',
  'time',
  'week',
]);

/** Whether an element takes typed text, or takes characters itself, as a choice list does. */
export function isTextEntry(element: Element | null): boolean {
  if (element === null) return false;
  if (element instanceof HTMLInputElement) return textInputs.has(element.type);
  const own = 'textarea, select, [role="textbox"], [role="searchbox"], [role="combobox"], [role="listbox"]';
  if (element.closest(own) !== null) return true;
  return element instanceof HTMLElement && element.isContentEditable;
}

const ariaKeys: Readonly<Record<string, string>> = { '?': 'Shift+?' };

/** The value of `aria-keyshortcuts`. */
export function ariaKeyShortcuts(name: ShortcutName): string {
  const { keys, withCommand = false } = shortcuts[name];
  const spelled = keys.map((key) => ariaKeys[key] ?? (isLetter(key) ? key.toUpperCase() : key));
  return spelled.flatMap((key) => (withCommand ? [`Control+${key}`, `Meta+${key}`] : [key])).join(' ');
}

const symbols: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

/** The keys as they are printed, one text for each of the alternatives. */
export function printedKeys(name: ShortcutName, isApple: boolean): string[] {
  const { keys, withCommand = false } = shortcuts[name];
  const command = isApple ? '⌘ ' : 'Ctrl ';
  return keys.map(
    (key) => `${withCommand ? command : ''}${symbols[key] ?? (isLetter(key) ? key.toUpperCase() : key)}`,
  );
}
