import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { applyLanguage } from '../i18n/index.ts';
import { SearchInput } from './search-input.component.tsx';

let root: Root;
let element: HTMLElement;
beforeAll(() => applyLanguage('zh'));
beforeEach(() => {
  element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(() => {
  root.unmount();
  element.remove();
});

const field = page.getByRole('searchbox');
const onChange = vi.fn<(value: string) => void>();
/** Renders the keyword of the address, which follows the reports of the field later. */
const showKeyword = (keyword: string) =>
  root.render(<SearchInput label="姓名" value={keyword} onChange={onChange} />);

it('keeps the keys that are pressed before the reported keyword is in the address', async () => {
  showKeyword('');
  await field.fill('y');
  await expect.poll(() => onChange.mock.lastCall).toEqual(['y']);
  await userEvent.keyboard('c');
  showKeyword('y');
  await expect.poll(() => onChange.mock.lastCall).toEqual(['yc']);
  await expect.element(field).toHaveValue('yc');
});

it('shows the keyword that the back button or the cleared filters set', async () => {
  showKeyword('陈');
  await expect.element(field).toHaveValue('陈');
  showKeyword('');
  await expect.element(field).toHaveValue('');
});
