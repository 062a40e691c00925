import { useRef } from 'react';
import { useStandsOnTop } from './modal.hook.ts';

/** Inside a modal layer that is not a `Dialog`: the container for content above everything. */
export function TopPlace() {
  const place = useRef<HTMLDivElement>(null);
  useStandsOnTop(place);
  return <div ref={place} />;
}
