import { Children, type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Mounts its children one after the other, with their effects in tasks of their own: all effects of one commit run in one
 * task, which delayed touches by 100 ms on a phone. A child must not suspend, because the others would wait for it.
 */
export function InSteps({ children }: { readonly children: ReactNode }) {
  const steps = Children.toArray(children);
  const [count, setCount] = useState(1);
  useEffect(() => {
    // A transition renders in slices and, unlike a timer, is not delayed in a hidden page.
    if (count < steps.length) startTransition(() => setCount(count + 1));
  }, [count, steps.length]);
  return steps.slice(0, count);
}
