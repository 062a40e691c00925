import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ComboInput } from './combo-input.component.tsx';

const people = [
  { id: 'c', label: '陈静' },
  { id: 'z', label: '张伟' },
];

let root: Root;
let element: HTMLElement;
beforeEach(() => {
  element = document.createElement('div');
  Object.assign(element.style, { height: '300px', overflow: 'auto' });
  document.body.append(element);
  root = createRoot(element);
});
afterEach(() => {
  root.unmount();
  element.remove();
});

/** A field below the visible part of what scrolls, whose options the service searches. */
function PersonField() {
  const [typed, setTyped] = useState('');
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <p style={{ height: '600px' }}>{value ?? 'nobody'}</p>
      <ComboInput
        label="成员"
        value={value}
        onChange={setValue}
        options={people.filter(({ label }) => label.includes(typed))}
        onSearch={setTyped}
      />
      <p style={{ height: '600px' }} />
    </>
  );
}

const field = page.getByRole('combobox');
const options = page.getByRole('option');

it('keeps what is typed and shows the options again when the page scrolls', async () => {
  root.render(<PersonField />);
  // The field is focused and filled at once, and scrolls into view.
  await field.fill('陈');
  await expect.element(options).toHaveLength(1);
  element.scrollBy(0, 40);
  await new Promise((resolve) => element.addEventListener('scrollend', resolve, { once: true }));
  await expect.element(field).toHaveValue('陈');
  await options.click();
  await expect.element(page.getByText('c', { exact: true })).toBeInTheDocument();
  await expect.element(field).toHaveValue('陈静');
});

it('is empty after it was left without a choice', async () => {
  root.render(<PersonField />);
  // The Tab key takes the option below the mouse.
  await userEvent.hover(page.getByText('nobody'), { position: { x: 1, y: 1 } });
  await field.fill('陈');
  await userEvent.tab();
  await expect.element(field).toHaveValue('');
});
