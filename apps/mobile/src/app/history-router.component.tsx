import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import { createOverlayHistory } from './overlay-history.util.ts';

/**
 * The router over the browser's history. The library's own component does the same but includes server rendering: 6
 * KiB of the first screen.
 */
export function HistoryRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(createOverlayHistory);
  const [{ action, location }, setUpdate] = useState(history.first);
  useLayoutEffect(() => history.listen((update) => startTransition(() => setUpdate(update))), [history]);
  return (
    <Router location={location} navigationType={action} navigator={history.navigator}>
      {children}
    </Router>
  );
}
