import { SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { useFirstTexts } from '../../i18n/index.ts';
import { useLocation, useNavigate } from '../router/index.ts';
import { viewAddress } from './view.rules.ts';

/** Opens the search across everything, over the list of the tab; the shortcut of the search presses this button. */
export function SearchButton() {
  const { shell } = useFirstTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <IconButton
      label={shell.views.find}
      aria-keyshortcuts="/"
      onClick={() => navigate(viewAddress(pathname, 'find'))}
    >
      <SearchIcon />
    </IconButton>
  );
}
