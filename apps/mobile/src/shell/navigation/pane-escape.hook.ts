import { countDismissables } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { useEscape } from '@sealflow/ui/overlays/escape.hook.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from '../router/index.ts';
import { usePane } from './pane.hook.ts';
import { previewIn } from './panes.rules.ts';

/** The Escape key leaves the detail like its back button. Layers and a document over it close first. */
export function usePaneEscape(goBack: () => void): void {
  const { role } = usePane();
  const { search } = useLocation();
  const isActive = role === 'detail' && previewIn(search) === null;
  // A layer that the same key has closed is no longer open when the key reaches the window.
  const hadLayer = useRef(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const record = () => {
      hadLayer.current = countDismissables() > 0;
    };
    window.addEventListener('keydown', record, true);
    return () => window.removeEventListener('keydown', record, true);
  }, [isActive]);
  useEscape(isActive, () => {
    if (!hadLayer.current) goBack();
  });
}
