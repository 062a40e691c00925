import { page } from 'vitest/browser';

/** Dispatches a touch event of one finger to the main part of the screen. */
export function touchMain(type: 'touchstart' | 'touchmove' | 'touchend', clientY: number): void {
  const list = page.getByRole('main').element();
  list.dispatchEvent(
    new TouchEvent(type, {
      bubbles: true,
      cancelable: true,
      touches: [new Touch({ identifier: 1, target: list, clientX: 100, clientY })],
    }),
  );
}
