import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import menuStyles from '../kit/menu.module.css';
import styles from './frame.module.css';
import type { PaletteEntry } from './palette.types.ts';

const loadDialog = () => import('./palette-dialog.component.tsx');
const PaletteDialog = lazy(loadDialog);

const isMac = /mac/i.test(navigator.platform);

/** Finds pages, people, applications and documents by what is typed. Ctrl+K or Command+K opens it from anywhere. */
export function CommandPalette({ entries }: { readonly entries: readonly PaletteEntry[] }) {
  const texts = useTexts().shell;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    // What is typed at once after the keys must find the field.
    void loadDialog();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button className={`${menuStyles.trigger} ${styles.search}`} onPress={() => setOpen(true)}>
        {texts.palette}
        <kbd>{isMac ? '⌘K' : 'Ctrl+K'}</kbd>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PaletteDialog entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
