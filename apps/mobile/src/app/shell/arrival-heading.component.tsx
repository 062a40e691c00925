import type { ComponentProps } from 'react';
import { useArrivalFocus } from './arrival.hook.ts';

/** The heading of a screen without a top bar. */
export function ArrivalHeading({ children, ...rest }: ComponentProps<'h1'>) {
  return (
    <h1 {...rest} ref={useArrivalFocus()} tabIndex={-1}>
      {children}
    </h1>
  );
}
