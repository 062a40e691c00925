import { type MouseEvent, type PointerEvent, useRef } from 'react';

const longPressMs = 450;
const mainButton = 0;

type PressHandlers = {
  readonly onPress: (event: MouseEvent) => void;
  /** Undefined if a long press has no action. */
  readonly onLongPress?: (() => void) | undefined;
  /** Opens the context menu after a right click or the menu key; undefined if the row has none. */
  readonly onContextMenu?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
};

/** The event handlers of a row with a long press and a context menu; the click that ends a long press is ignored. */
export function useRowPress({ onPress, onLongPress, onContextMenu }: PressHandlers) {
  const pressTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasLongPress = useRef(false);
  const isTouched = useRef(false);
  const endPress = () => {
    isTouched.current = false;
    clearTimeout(pressTimer.current);
  };
  return {
    onPointerDown: ({ button, pointerType }: PointerEvent) => {
      wasLongPress.current = false;
      endPress();
      if (button !== mainButton) return;
      isTouched.current = pointerType === 'touch';
      if (onLongPress === undefined) return;
      pressTimer.current = setTimeout(() => {
        wasLongPress.current = true;
        onLongPress();
      }, longPressMs);
    },
    onPointerUp: endPress,
    onPointerLeave: endPress,
    onPointerCancel: endPress,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      // A finger that rests on a row starts the multi-select, and engines report it as a right click too.
      if (isTouched.current) {
        if (onLongPress !== undefined) event.preventDefault();
      } else {
        endPress();
        onContextMenu?.(event);
      }
    },
    onClick: (event: MouseEvent) => {
      if (wasLongPress.current) wasLongPress.current = false;
      else onPress(event);
    },
  };
}
