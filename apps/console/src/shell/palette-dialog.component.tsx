import { useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Label,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
  useFilter,
} from 'react-aria-components';
import { useNavigate } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import fieldStyles from '../kit/fields.module.css';
import menuStyles from '../kit/menu.module.css';
import overlayStyles from '../kit/overlay.module.css';
import { useErrorText } from '../platform/api.hook.ts';
import { usePaletteObjects } from './palette.queries.ts';
import type { FoundObject, PaletteEntry } from './palette.types.ts';

const groups = ['pages', 'settings', 'acts'] as const;

/** The dialog would focus itself. */
const focusInput = (element: HTMLInputElement | null) => element?.focus();

type PaletteDialogProps = {
  readonly entries: readonly PaletteEntry[];
  readonly onClose: () => void;
};

/** The search of the header. The arrow keys choose a result while the focus stays in the field. */
export default function PaletteDialog({ entries, onClose }: PaletteDialogProps) {
  const texts = useTexts().shell;
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const objects = usePaletteObjects(keyword);
  const sections: { title: string; results: readonly FoundObject[] }[] = [
    ...groups.map((group) => ({
      title: texts.paletteGroups[group],
      results: entries.filter(
        // Without a text the pages alone are a list that one can read.
        (entry) =>
          entry.group === group && (keyword === '' ? group === 'pages' : contains(entry.title, keyword)),
      ),
    })),
    ...objects.found.map(({ area, results }) => ({ title: texts.areas[area], results })),
  ].filter(({ results }) => results.length > 0);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={overlayStyles.backdrop ?? ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={`${overlayStyles.modal} ${overlayStyles.search}`}>
        <Dialog className={overlayStyles.panel ?? ''} aria-label={texts.palette}>
          <div className={overlayStyles.modalBody}>
            <Autocomplete inputValue={typed} onInputChange={setTyped}>
              <SearchField className={fieldStyles.field ?? ''}>
                <Label className={fieldStyles.label ?? ''}>{texts.palettePlaceholder}</Label>
                <Input
                  ref={focusInput}
                  className={fieldStyles.input ?? ''}
                  onKeyDownCapture={({ key, nativeEvent }) => {
                    // The field would clear its text first. An input method cancels its composition.
                    if (key === 'Escape' && !nativeEvent.isComposing) onClose();
                  }}
                />
              </SearchField>
              <Menu
                className={menuStyles.menu ?? ''}
                aria-label={texts.palette}
                renderEmptyState={() => (
                  <p className={menuStyles.header}>
                    {objects.isSearching
                      ? texts.paletteSearching
                      : objects.error === null
                        ? texts.paletteNothing
                        : errorText(objects.error)}
                  </p>
                )}
                onAction={(key) => {
                  onClose();
                  void navigate(String(key).slice(String(key).indexOf(' ') + 1));
                }}
              >
                {sections.map(({ title, results }) => (
                  <MenuSection key={title}>
                    <Header className={menuStyles.header}>{title}</Header>
                    {results.map((result) => (
                      <MenuItem
                        key={`${result.title} ${result.path}`}
                        id={`${encodeURIComponent(result.title)} ${result.path}`}
                        textValue={result.title}
                        className={menuStyles.item ?? ''}
                      >
                        <Text slot="label">{result.title}</Text>
                        {result.hint === undefined ? null : (
                          <Text slot="description" className={fieldStyles.hint ?? ''}>
                            {result.hint}
                          </Text>
                        )}
                      </MenuItem>
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </Autocomplete>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
