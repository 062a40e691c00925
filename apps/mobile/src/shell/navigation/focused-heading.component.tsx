import type { ComponentProps } from 'react';
import { useHeadingFocus } from './heading-focus.hook.ts';

/** The heading of a screen without a top bar. */
export function FocusedHeading({ children, ...rest }: ComponentProps<'h1'>) {
  return (
    <h1 {...rest} ref={useHeadingFocus()} tabIndex={-1}>
      {children}
    </h1>
  );
}
