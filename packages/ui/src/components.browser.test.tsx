import { type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './inputs/button.component.tsx';
import { Chips } from './inputs/chips.component.tsx';
import { PasswordField } from './inputs/password-field.component.tsx';
import { RadioList } from './inputs/radio-list.component.tsx';
import { SearchField } from './inputs/search-field.component.tsx';
import { Switch } from './inputs/switch.component.tsx';
import { Avatar } from './lists/avatar.component.tsx';
import { TabList } from './navigation/tab-list.component.tsx';
import { Dialog } from './overlays/dialog.component.tsx';
import { dismissTop } from './overlays/dismiss.hook.ts';
import { Sheet } from './overlays/sheet.component.tsx';
import { Progress } from './status/progress.component.tsx';
import './styles/tokens.css';
import './styles/base.css';

let root: Root;
let element: HTMLElement;
beforeEach(() => {
  document.documentElement.dataset['theme'] = 'light';
  element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(() => {
  root.unmount();
  element.remove();
});
const draw = (content: ReactNode) => root.render(content);

/** Holds one value for a component and displays it. */
function Held<T>({
  start,
  children,
}: {
  start: T;
  children: (value: T, set: (next: T) => void) => ReactNode;
}) {
  const [value, set] = useState(start);
  return (
    <>
      {children(value, set)}
      <output aria-label="value">{JSON.stringify(value)}</output>
    </>
  );
}
const value = () => page.getByLabelText('value');

describe('a list of tabs', () => {
  const tabs = [
    { id: 'a', label: 'Recent' },
    { id: 'b', label: 'Download' },
    { id: 'c', label: 'Shared' },
  ] as const;

  it('is one tab stop, and the arrow keys, Home and End select a tab', async () => {
    draw(
      <Held<'a' | 'b' | 'c'> start="a">
        {(current, set) => <TabList label="lists" tabs={tabs} current={current} onSelect={set} />}
      </Held>,
    );
    await expect.element(page.getByRole('tablist', { name: 'lists' })).toBeVisible();
    await userEvent.keyboard('{Tab}{ArrowRight}');
    await expect.element(value()).toHaveTextContent('"b"');
    await expect.element(page.getByRole('tab', { name: 'Download', selected: true })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(value()).toHaveTextContent('"c"');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(value()).toHaveTextContent('"a"');
    await userEvent.keyboard('{ArrowLeft}{Home}');
    await expect.element(page.getByRole('tab', { name: 'Recent', selected: true })).toHaveFocus();
  });
});

describe('a switch', () => {
  it('exposes its state and description, and toggles with the space key', async () => {
    draw(
      <Held start={false}>
        {(on, set) => <Switch label="Push" detail="On this phone" checked={on} onChange={set} />}
      </Held>,
    );
    const control = page.getByRole('switch', { name: 'Push' });
    await expect.element(control).not.toBeChecked();
    await expect.element(control).toHaveAccessibleDescription('On this phone');
    await userEvent.keyboard('{Tab} ');
    await expect.element(control).toBeChecked();
    await page.getByText('On this phone').click();
    await expect.element(value()).toHaveTextContent('false');
  });

  it('ignores presses while a change is pending, and keeps the focus', async () => {
    draw(<Switch label="Push" checked busy onChange={() => expect.unreachable()} />);
    const control = page.getByRole('switch');
    await expect.element(control).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Tab} ');
    await expect.element(control).toHaveFocus();
    await expect.element(control).toBeChecked();
  });
});

describe('a button', () => {
  it('submits once, and keeps the focus while pending', async () => {
    let sent = 0;
    draw(
      <Held<boolean> start={false}>
        {(loading, set) => (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              sent += 1;
              set(true);
            }}
          >
            <input aria-label="Name" />
            <Button type="submit" loading={loading}>
              Send
            </Button>
          </form>
        )}
      </Held>,
    );
    const button = page.getByRole('button', { name: 'Send' });
    await button.click();
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('{Enter} ');
    await userEvent.type(page.getByLabelText('Name'), 'x{Enter}');
    await expect.element(value()).toHaveTextContent('true');
    expect(sent).toBe(1);
  });
});

describe('chips', () => {
  it('expose which are pressed', async () => {
    draw(
      <Held<readonly ('x' | 'y')[]> start={['x']}>
        {(selected, set) => (
          <Chips
            label="types"
            options={[
              { id: 'x', label: 'PDF' },
              { id: 'y', label: 'Word' },
            ]}
            selected={selected}
            onToggle={(id) =>
              set(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
            }
          />
        )}
      </Held>,
    );
    await expect.element(page.getByRole('button', { name: 'PDF', pressed: true })).toBeVisible();
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect.element(page.getByRole('button', { name: 'Word', pressed: true })).toBeVisible();
    await expect.element(value()).toHaveTextContent('["x","y"]');
  });
});

describe('a list of radio buttons', () => {
  it('is one group, operated by the arrow keys', async () => {
    draw(
      <Held<'zh' | 'en' | null> start={null}>
        {(chosen, set) => (
          <RadioList
            label="Language"
            options={[
              { id: 'zh', label: '中文' },
              { id: 'en', label: 'English' },
            ]}
            value={chosen}
            onChange={set}
          />
        )}
      </Held>,
    );
    await expect.element(page.getByRole('group', { name: 'Language' })).toBeVisible();
    await userEvent.keyboard('{Tab} ');
    await expect.element(value()).toHaveTextContent('"zh"');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('radio', { name: 'English' })).toBeChecked();
  });
});

describe('a search field', () => {
  it('is cleared by its button and keeps the focus', async () => {
    draw(
      <Held start="">
        {(text, set) => <SearchField label="Search" value={text} onChange={set} clearLabel="Clear" />}
      </Held>,
    );
    const field = page.getByRole('searchbox', { name: 'Search' });
    expect(page.getByRole('button', { name: 'Clear' }).query()).toBeNull();
    await field.fill('合同');
    await expect.element(value()).toHaveTextContent('"合同"');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.element(value()).toHaveTextContent('""');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).not.toHaveFocus();
  });
});

describe('a password field', () => {
  it('can be shown and hidden, and exposes its error', async () => {
    draw(
      <PasswordField
        label="Password"
        showLabel="Show"
        hideLabel="Hide"
        error="Too short"
        defaultValue="abc"
      />,
    );
    const field = page.getByLabelText('Password');
    await expect.element(field).toHaveAttribute('type', 'password');
    await expect.element(field).toHaveAccessibleDescription('Too short');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.element(field).toHaveAttribute('type', 'text');
    await expect.element(page.getByRole('button', { name: 'Hide', pressed: true })).toBeVisible();
    await expect.element(field).toHaveValue('abc');
  });
});

describe('an avatar', () => {
  it('shows two characters of a Chinese name and one of another, also when the image fails', async () => {
    draw(
      <>
        <Avatar name="欧阳小明" />
        <Avatar name="li na" src="/no-such-picture.png" />
      </>,
    );
    await expect.element(page.getByText('小明')).toBeVisible();
    await expect.element(page.getByText('L', { exact: true })).toBeVisible();
  });
});

describe('a progress bar', () => {
  it('exposes its value, or no value when the progress is unknown', async () => {
    draw(
      <>
        <Progress label="one" value={150} max={100} />
        <Progress label="two" value={null} />
      </>,
    );
    await expect.element(page.getByRole('progressbar', { name: 'one' })).toHaveAttribute('value', '100');
    await expect.element(page.getByRole('progressbar', { name: 'two' })).not.toHaveAttribute('value');
  });
});

describe('a sheet', () => {
  const sheet = (onClose: () => void, open: boolean) => (
    <Sheet open={open} title="Filter" closeLabel="Close" onDismiss={onClose}>
      <button type="button">first</button>
    </Sheet>
  );
  const opened = () =>
    draw(
      <Held start={false}>
        {(open, set) => (
          <>
            <button type="button" onClick={() => set(true)}>
              open
            </button>
            {sheet(() => set(false), open)}
          </>
        )}
      </Held>,
    );

  it('focuses its title on opening, closes with Escape, and restores the focus', async () => {
    opened();
    await page.getByRole('button', { name: 'open' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Filter' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(value()).toHaveTextContent('false');
    await expect.element(page.getByRole('button', { name: 'open' })).toHaveFocus();
  });

  it('closes with its button, a tap outside and a back press', async () => {
    opened();
    const ways = [
      () => page.getByRole('button', { name: 'Close' }).click(),
      async () => document.querySelector('dialog')?.click(),
      async () => void dismissTop(),
    ];
    for (const away of ways) {
      await page.getByRole('button', { name: 'open' }).click();
      await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
      await away();
      await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
    }
    expect(dismissTop()).toBe('none');
  });
});

it('ignores one back press for a sheet that has just closed by itself', async () => {
  const drawn = (open: boolean) =>
    draw(<Dialog open={open} mayCloseItself title="Download" actions={null} />);
  drawn(true);
  await expect.element(page.getByRole('dialog', { name: 'Download' })).toBeVisible();
  expect(dismissTop()).toBe('stays');
  drawn(false);
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  expect(dismissTop()).toBe('gone');
  expect(dismissTop()).toBe('none');
});
