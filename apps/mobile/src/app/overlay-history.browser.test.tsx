import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useGoBack } from '../shell/navigation/back.hook.ts';
import { useLocation, useNavigate } from '../shell/router/index.ts';
import { HistoryRouter } from './history-router.component.tsx';

/** A screen with overlays, for example a search, a multi-select or a dialog. */
function Screen() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const [open, setOpen] = useState(0);
  useDismissOnBack(open > 0, () => setOpen(0));
  useDismissOnBack(open > 1, () => setOpen(1));
  const [isAsking, setAsking] = useState(false);
  useDismissOnBack(isAsking, null);
  return (
    <>
      <output>{`${pathname}${search} ${open} ${isAsking ? 'asking' : ''}`.trim()}</output>
      <button onClick={() => setOpen(open + 1)}>open</button>
      <button onClick={() => setOpen(0)}>close</button>
      <button onClick={() => setAsking(!isAsking)}>ask</button>
      <button onClick={() => navigate(`${pathname}?q=1`, { replace: true })}>filter</button>
      <button onClick={() => navigate('/next')}>next</button>
      <button onClick={goBack}>back</button>
    </>
  );
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const shown = page.getByRole('status');
const back = () => window.history.back();

let end: () => void = () => undefined;
beforeEach(async () => {
  window.history.pushState({ idx: 0 }, '', '/before');
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(
    <HistoryRouter>
      <Screen />
    </HistoryRouter>,
  );
  end = () => {
    root.unmount();
    element.remove();
  };
  await press('next');
});
afterEach(() => end());

it('closes one overlay per back press, and then goes back one screen', async () => {
  await expect.element(shown).toHaveTextContent('/next 0');
  await press('open');
  await press('open');
  await expect.element(shown).toHaveTextContent('/next 2');
  back();
  await expect.element(shown).toHaveTextContent('/next 1');
  back();
  await expect.element(shown).toHaveTextContent('/next 0');
  back();
  await expect.element(shown).toHaveTextContent('/before 0');
});

it('closes an overlay on the first history entry', async () => {
  await expect.element(shown).toHaveTextContent('/next 0');
  await press('back');
  await expect.element(shown).toHaveTextContent('/before 0');
  await press('open');
  await expect.element(shown).toHaveTextContent('/before 1');
  back();
  await expect.element(shown).toHaveTextContent('/before 0');
  expect(window.location.pathname).toBe('/before');
});

it('leaves no history entry after an overlay closes by itself', async () => {
  await expect.element(shown).toHaveTextContent('/next 0');
  await press('open');
  await expect.element(shown).toHaveTextContent('/next 1');
  await press('close');
  await expect.element(shown).toHaveTextContent('/next 0');
  back();
  await expect.element(shown).toHaveTextContent('/before 0');
});

it('goes to the previous screen by its button, whatever overlays were open before', async () => {
  await expect.element(shown).toHaveTextContent('/next 0');
  await press('open');
  await press('open');
  await press('close');
  await expect.element(shown).toHaveTextContent('/next 0');
  await press('back');
  await expect.element(shown).toHaveTextContent('/before 0');
});

it('needs one back press to leave the screen, however many overlays were opened and closed', async () => {
  const walks = [
    ['open', 'open', 'back', 'close'],
    ['open', 'open', 'close', 'open', 'back'],
    ['open', 'back', 'open', 'open', 'close'],
  ];
  for (const walk of walks) {
    await expect.element(shown).toHaveTextContent('/next 0');
    let open = 0;
    for (const step of walk) {
      if (step === 'back') back();
      else await press(step);
      open = step === 'close' ? 0 : open + (step === 'open' ? 1 : -1);
      await expect.element(shown).toHaveTextContent(`/next ${open}`);
    }
    back();
    await expect.element(shown).toHaveTextContent('/before 0');
    await press('next');
  }
});

it('keeps a dialog that must be answered open on back', async () => {
  await expect.element(shown).toHaveTextContent('/next 0');
  await press('ask');
  await expect.element(shown).toHaveTextContent('/next 0 asking');
  for (let times = 0; times < 2; times += 1) {
    const returned = new Promise((resolve) => {
      window.addEventListener('popstate', function again({ state }) {
        if ((state as { idx: number }).idx < 2) return;
        window.removeEventListener('popstate', again);
        resolve(true);
      });
    });
    back();
    await returned;
    await expect.element(shown).toHaveTextContent('/next 0 asking');
  }
  await press('ask');
  await expect.element(shown).toHaveTextContent('/next 0');
  back();
  await expect.element(shown).toHaveTextContent('/before 0');
});

it('keeps a changed screen address for going back and forward', async () => {
  await expect.element(shown).toHaveTextContent('/next 0');
  await press('open');
  await press('filter');
  await expect.element(shown).toHaveTextContent('/next?q=1 1');
  await press('next');
  await expect.element(shown).toHaveTextContent('/next 1');
  await press('close');
  await expect.element(shown).toHaveTextContent('/next 0');
  back();
  await expect.element(shown).toHaveTextContent('/next?q=1 0');
  await press('open');
  await expect.element(shown).toHaveTextContent('/next?q=1 1');
  back();
  await expect.element(shown).toHaveTextContent('/next?q=1 0');
  expect(window.location.search).toBe('?q=1');
  back();
  await expect.element(shown).toHaveTextContent('/before 0');
});
