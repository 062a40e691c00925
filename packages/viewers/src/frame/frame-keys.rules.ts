/** A pressed key, as it is sent over the port. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const plainKeys = new Set(['Escape', 'F3']);
const controlKeys = new Set(['f', 'g', 'p', '+', '=', '-', '0']);

/** Whether a key pressed in a frame is meant for the preview around it, which does not receive it. */
export const isForPage = ({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean =>
  ctrlKey || metaKey ? !altKey && controlKeys.has(key.toLowerCase()) : plainKeys.has(key);

export const toPressedKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): PressedKey => ({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
});
