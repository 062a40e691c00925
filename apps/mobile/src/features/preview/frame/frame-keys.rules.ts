/** A pressed key, as it is sent over the port. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const plain = new Set(['Escape', 'F3']);
const withControl = new Set(['f', 'g', '+', '=', '-', '0']);

/** Whether a key pressed in a frame is meant for the preview around it, which does not receive it. */
export const isForPage = ({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean =>
  ctrlKey || metaKey ? !altKey && withControl.has(key.toLowerCase()) : plain.has(key);

export const pressedOf = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): PressedKey => ({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
});
