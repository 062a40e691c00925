import { CloseIcon, SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { useModal } from '@sealflow/ui/overlays/modal.hook.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { groupItems } from './fuzzy-match.rules.ts';
import styles from './palette.module.css';
import type { PaletteItem, PaletteSource } from './palette.types.ts';
import { usePaletteItems } from './palette-items.hook.ts';
import { PaletteOptions } from './palette-options.component.tsx';
import { useRecentChoices } from './recent-choices.hook.ts';

const listID = 'palette-options';
const optionID = (index: number) => `palette-option-${index}`;

type PaletteProps = {
  readonly sources: readonly PaletteSource[];
  /** The tenant of the recent choices; empty without one. */
  readonly tid: string;
  readonly onClose: () => void;
};

/**
 * The command palette: a text field with the matching actions, tasks, documents and screens below it. It is a combobox: the
 * focus stays in the field, and the arrow keys choose the option.
 */
export default function Palette({ sources, tid, onClose }: PaletteProps) {
  const { palette, common } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { items, isPending } = usePaletteItems(sources, text.trim());
  const recent = useRecentChoices(tid);
  useModal(dialog, field);
  useDismissOnBack(true, onClose);

  useEffect(() => {
    const element = dialog.current;
    // A click on the dialog element itself is on the backdrop. Keyboard users have Escape and the close button.
    const onBackdropClick = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', onBackdropClick);
    return () => element?.removeEventListener('click', onBackdropClick);
  }, [onClose]);
  const groups = groupItems(text, items, recent.ids);
  const options = groups.flatMap((group) => group.items);
  const current = Math.min(active, options.length - 1);
  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    recent.add(item.id);
    onClose();
    // The closed dialog first returns the focus to the screen.
    setTimeout(item.run);
  };
  useEffect(() => {
    document.getElementById(optionID(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    // The keys choose among the candidates of the input method.
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
    const last = options.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(last, current + 8),
      PageUp: Math.max(0, current - 8),
    };
    const next = moves[key];
    if (next !== undefined) setActive(Math.max(0, next));
    else if (key === 'Enter') choose(options[current]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={palette.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <SearchIcon size={20} />
          <input
            ref={field}
            className={styles.field}
            role="combobox"
            aria-label={palette.field}
            aria-expanded={options.length > 0}
            aria-controls={listID}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? optionID(current) : undefined}
            placeholder={palette.field}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={100}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
          <IconButton label={common.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </div>
        <PaletteOptions
          id={listID}
          groups={groups}
          current={current}
          optionID={optionID}
          onChoose={choose}
          onHover={setActive}
        />
        <output className="visually-hidden">{isPending ? '' : palette.count(options.length)}</output>
      </div>
    </dialog>
  );
}
