import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { InSteps } from './in-steps.component.tsx';

it('runs the effects of each child in a task of its own, in their order', async () => {
  const order: string[] = [];
  function Step({ name }: { readonly name: string }) {
    useEffect(() => {
      order.push(name);
      // The microtasks of an effect run before the next task, but not before the next effect.
      queueMicrotask(() => order.push(`${name} ended`));
    }, [name]);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  root.render(
    <InSteps>
      <Step name="first" />
      <Step name="second" />
      <Step name="third" />
    </InSteps>,
  );
  await expect.poll(() => order).toHaveLength(6);
  expect(order).toEqual(['first', 'first ended', 'second', 'second ended', 'third', 'third ended']);
  root.unmount();
});
