import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  Input,
  Label,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { useNavigate } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import fieldStyles from '../kit/fields.module.css';
import menuStyles from '../kit/menu.module.css';
import overlayStyles from '../kit/overlay.module.css';

export type PaletteEntry = { readonly path: string; readonly title: string };

/** The dialog would focus itself. */
const focusInput = (element: HTMLInputElement | null) => element?.focus();

/** Jumps to a page by typing a part of its name. Ctrl+K or Command+K opens it from anywhere. */
export function CommandPalette({ entries }: { readonly entries: readonly PaletteEntry[] }) {
  const texts = useTexts().shell;
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button className={menuStyles.trigger ?? ''} onPress={() => setOpen(true)}>
        {texts.palette} <kbd>{texts.paletteHint}</kbd>
      </Button>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={setOpen}
        isDismissable
        className={overlayStyles.backdrop ?? ''}
      >
        <Modal className={overlayStyles.modal ?? ''}>
          <Dialog className={overlayStyles.panel ?? ''} aria-label={texts.palette}>
            <div className={overlayStyles.modalBody}>
              <Autocomplete filter={contains}>
                <SearchField className={fieldStyles.field ?? ''}>
                  <Label className={fieldStyles.label ?? ''}>{texts.palettePlaceholder}</Label>
                  <Input ref={focusInput} className={fieldStyles.input ?? ''} />
                </SearchField>
                <Menu
                  className={menuStyles.menu ?? ''}
                  aria-label={texts.palette}
                  onAction={(path) => {
                    setOpen(false);
                    void navigate(String(path));
                  }}
                >
                  {entries.map(({ path, title }) => (
                    <MenuItem key={path} id={path} textValue={title} className={menuStyles.item ?? ''}>
                      {title}
                    </MenuItem>
                  ))}
                </Menu>
              </Autocomplete>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}
