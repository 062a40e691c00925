import { type MouseEvent, useRef } from 'react';

const longPress = 450;

type Presses = {
  readonly onPress: (event: MouseEvent) => void;
  /** Undefined if a long press has no action. */
  readonly onLongPress?: (() => void) | undefined;
};

/** The event handlers of a button with a long press; the click that ends a long press is ignored. */
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
