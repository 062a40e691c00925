import { SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useShortcutProps } from '../../shell/shortcuts/shortcut-props.hook.ts';
import { openShortcutLayer } from '../../shell/shortcuts/shortcuts.store.ts';
import styles from './palette-button.module.css';

/** Opens the command palette, in the rail of a wide screen. */
export function PaletteButton() {
  const { palette } = useTexts();
  const shortcut = useShortcutProps('palette', palette.title);
  return (
    <button
      type="button"
      className={styles.button}
      {...shortcut}
      onClick={() => openShortcutLayer('palette')}
    >
      <SearchIcon />
      <span className={styles.label}>{palette.button}</span>
    </button>
  );
}
