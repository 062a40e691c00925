import { type ComponentType, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FocusedHeading } from '../shell/navigation/focused-heading.component.tsx';
import { useLocation, useNavigate } from '../shell/router/index.ts';
import { HistoryRouter } from './history-router.component.tsx';
import { ScreenLoading } from './view-switch.component.tsx';

const First = () => <FocusedHeading>first</FocusedHeading>;
const Second = () => <FocusedHeading>second</FocusedHeading>;

/** A screen whose code is loading, with buttons that are already visible, like the tab bar. */
function App({ second: Next }: { readonly second: ComponentType }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <Suspense key={pathname} fallback={<ScreenLoading />}>
        {pathname === '/second' ? <Next /> : <First />}
      </Suspense>
      <button onClick={() => navigate('/second')}>go</button>
      <button>other</button>
    </>
  );
}

let arrive: () => void = () => undefined;
let end: () => void = () => undefined;
beforeEach(() => {
  window.history.pushState({ idx: 0 }, '', '/first');
  const code = new Promise<{ default: ComponentType }>((resolve) => {
    arrive = () => resolve({ default: Second });
  });
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  const second = lazy(() => code);
  root.render(
    <HistoryRouter>
      <App second={second} />
    </HistoryRouter>,
  );
  end = () => {
    root.unmount();
    element.remove();
  };
});
afterEach(() => end());

async function leaveFirst(): Promise<void> {
  await page.getByRole('button', { name: 'go' }).click();
  await expect.element(page.getByRole('heading', { name: 'first' })).not.toBeInTheDocument();
}

const second = page.getByRole('heading', { name: 'second' });

it('moves the focus from the pressed button to a screen whose code was loading', async () => {
  await leaveFirst();
  await expect.element(page.getByRole('button', { name: 'go' })).toHaveFocus();
  arrive();
  await expect.element(second).toHaveFocus();
});

it('keeps a focus that the user moved while the code of a screen was loading', async () => {
  await leaveFirst();
  await userEvent.tab();
  const other = page.getByRole('button', { name: 'other' });
  await expect.element(other).toHaveFocus();
  arrive();
  await expect.element(second).toBeVisible();
  await expect.element(other).toHaveFocus();
});
