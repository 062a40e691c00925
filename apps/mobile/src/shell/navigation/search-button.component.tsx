import { SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFirstTexts } from '../../i18n/index.ts';
import { viewAddress } from './view.rules.ts';

const typed = 'input, textarea, select, [contenteditable], [role="textbox"]';

/** Whether a key press is a shortcut: not while the person types or answers a dialog. */
const isShortcut = (event: KeyboardEvent, key: string) =>
  event.key === key &&
  !(event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof Element && event.target.closest(typed) !== null) &&
  document.querySelector('dialog[open]') === null;

/** Opens the search across everything, over the list of the tab; the slash key does the same. */
export function SearchButton() {
  const { shell } = useFirstTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, '/')) return;
      event.preventDefault();
      button.current?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <IconButton
      ref={button}
      label={shell.views.find}
      aria-keyshortcuts="/"
      onClick={() => void navigate(viewAddress(pathname, 'find'))}
    >
      <SearchIcon />
    </IconButton>
  );
}
