import { type MouseEvent, useRef } from 'react';

const longPress = 450;

type Presses = {
  readonly onPress: (event: MouseEvent) => void;
  /** Missing where a long press means nothing. */
  readonly onLongPress?: (() => void) | undefined;
};

/** The handlers of a button that is also held: the press that was held ends there and does nothing more. */
export function useLongPress({ onPress, onLongPress }: Presses) {
  const held = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const taken = useRef(false);
  const release = () => clearTimeout(held.current);
  return {
    onPointerDown: () => {
      taken.current = false;
      release();
      if (onLongPress === undefined) return;
      held.current = setTimeout(() => {
        taken.current = true;
        onLongPress();
      }, longPress);
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => {
      if (onLongPress !== undefined) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      if (taken.current) taken.current = false;
      else onPress(event);
    },
  };
}
