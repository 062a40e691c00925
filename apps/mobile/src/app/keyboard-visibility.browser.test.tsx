import { BottomTabs } from '@sealflow/ui/navigation/tabs.component.tsx';
import { applyTheme, setThemeListener } from '@sealflow/ui/styles/theme.util.ts';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import '@sealflow/ui/styles/tokens.css';
import '@sealflow/ui/styles/base.css';
import { trackKeyboard } from './keyboard-visibility.util.ts';

const tab = (id: string) => ({ id, label: id, icon: null, href: `/${id}`, count: 0, countLabel: '' });
let end: () => void = () => undefined;

beforeAll(() => page.viewport(360, 640));
afterEach(() => {
  end();
  document.documentElement.removeAttribute('data-keyboard');
});

it('hides the tabs and scrolls the focused field into view when the keyboard opens', async () => {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  end = () => {
    root.unmount();
    element.remove();
  };
  root.render(
    <>
      <div style={{ height: 200, overflow: 'auto' }}>
        <div style={{ height: 600 }} />
        <input aria-label="字段" />
      </div>
      <BottomTabs label="标签" tabs={[tab('a'), tab('b')]} current="a" onSelect={() => undefined} />
    </>,
  );
  const tabs = page.getByRole('navigation', { name: '标签' });
  await expect.element(tabs).toBeVisible();
  const platform = createMemoryPlatform();
  trackKeyboard(platform.keyboard);
  const field = page.getByRole('textbox', { name: '字段' }).element();
  if (!(field instanceof HTMLElement)) throw new Error('no field');
  field.focus({ preventScroll: true });
  const scroller = field.parentElement;
  expect(scroller?.scrollTop).toBe(0);
  platform.setKeyboard({ isVisible: true, covered: 0 });
  expect(getComputedStyle(page.getByLabelText('标签').element()).display).toBe('none');
  expect(scroller?.scrollTop).toBeGreaterThan(300);
  platform.setKeyboard({ isVisible: false, covered: 0 });
  await expect.element(tabs).toBeVisible();
});

it('notifies the theme listener of each change, with the system theme in automatic mode', () => {
  const themes: string[] = [];
  setThemeListener((theme) => themes.push(theme));
  applyTheme('dark');
  applyTheme('light');
  applyTheme('auto');
  setThemeListener(() => undefined);
  applyTheme('light');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  expect(themes).toEqual(['dark', 'light', system]);
});
