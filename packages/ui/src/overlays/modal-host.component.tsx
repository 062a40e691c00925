import { useRef } from 'react';
import { useRegisterModal } from './modal.hook.ts';

/** Inside a modal layer that is not a `Dialog`: the container for content above everything. */
export function ModalHost() {
  const host = useRef<HTMLDivElement>(null);
  useRegisterModal(host);
  return <div ref={host} />;
}
