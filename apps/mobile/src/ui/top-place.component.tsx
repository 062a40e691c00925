import { useRef } from 'react';
import { useStandsOnTop } from './modal.hook.ts';

/** Inside a modal layer that is no `Dialog`: the place where what stands above all is drawn. */
export function TopPlace() {
  const place = useRef<HTMLDivElement>(null);
  useStandsOnTop(place);
  return <div ref={place} />;
}
