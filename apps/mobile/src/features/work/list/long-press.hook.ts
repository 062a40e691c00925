import { type MouseEvent, useRef } from 'react';

const longPressMs = 450;

type PressHandlers = {
  readonly onPress: (event: MouseEvent) => void;
  /** Undefined if a long press has no action. */
  readonly onLongPress?: (() => void) | undefined;
};

/** The event handlers of a button with a long press; the click that ends a long press is ignored. */
export function useLongPress({ onPress, onLongPress }: PressHandlers) {
  const pressTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasLongPress = useRef(false);
  const cancelTimer = () => clearTimeout(pressTimer.current);
  return {
    onPointerDown: () => {
      wasLongPress.current = false;
      cancelTimer();
      if (onLongPress === undefined) return;
      pressTimer.current = setTimeout(() => {
        wasLongPress.current = true;
        onLongPress();
      }, longPressMs);
    },
    onPointerUp: cancelTimer,
    onPointerLeave: cancelTimer,
    onPointerCancel: cancelTimer,
    onContextMenu: (event: MouseEvent) => {
      if (onLongPress !== undefined) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      if (wasLongPress.current) wasLongPress.current = false;
      else onPress(event);
    },
  };
}
