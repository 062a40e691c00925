import type { ConsoleChange, ConsoleKind } from '@sealflow/contract';
import { useEffect, useState } from 'react';
import { onConsoleChange } from './live.hook.ts';

/**
 * The newest change of a thing that someone else made since the component was mounted; null for none.
 * @returns the change, and a function that forgets it.
 */
export function useForeignChange(kind: ConsoleKind, id: string): readonly [ConsoleChange | null, () => void] {
  const [change, setChange] = useState<ConsoleChange | null>(null);
  useEffect(
    () =>
      onConsoleChange((next) => {
        if (next.kind === kind && next.id === id && next.origin !== 'self') setChange(next);
      }),
    [kind, id],
  );
  return [change, () => setChange(null)];
}
