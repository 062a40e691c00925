import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Checkbox } from '@sealflow/ui/inputs/checkbox.component.tsx';
import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import itemText from '@sealflow/ui/lists/item-text.module.css';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import type { PickedFile } from '../../../platform/index.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import styles from '../apply.module.css';
import { findStoredFiles, openStoredFile } from '../uploads/recent-files.usecases.ts';

type RecentSheetProps = {
  readonly open: boolean;
  readonly context: DocumentsContext;
  readonly onAdd: (files: readonly PickedFile[]) => void;
  readonly onDismiss: () => void;
};

/** Picks from the app's documents that are stored on this device. */
export function RecentSheet(props: RecentSheetProps) {
  const { open, ...rest } = props;
  return open ? <RecentSheetContent {...rest} /> : null;
}

function RecentSheetContent({ context, onAdd, onDismiss }: Omit<RecentSheetProps, 'open'>) {
  const { apply, common } = useTexts();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const keyword = useDeferredValue(text.trim());
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['account', 'documents', 'stored', keyword],
    queryFn: () => findStoredFiles(context, keyword),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const add = async () => {
    onDismiss();
    onAdd(await Promise.all(chosen.map((fileID) => openStoredFile(context, fileID))));
  };
  return (
    <Sheet
      open
      title={apply.recentTitle}
      closeLabel={common.close}
      onDismiss={onDismiss}
      actions={
        <Button variant="primary" wide disabled={chosen.length === 0} onClick={() => void add()}>
          {apply.addChosen(chosen.length)}
        </Button>
      }
    >
      <SearchField label={apply.searchRecent} value={text} onChange={setText} clearLabel={common.clear} />
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={data?.length ?? 0}
        empty={<EmptyState title={apply.noRecent} />}
      >
        <ul>
          {(data ?? []).map(({ fileID, fileWholeName, fileSize }) => (
            <li key={fileID}>
              <Checkbox
                className={styles.person}
                checked={chosen.includes(fileID)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, fileID] : chosen.filter((one) => one !== fileID))
                }
              >
                <span className={itemText.words}>
                  <span>{fileWholeName}</span>
                  {fileSize === null ? null : <span className={itemText.detail}>{sizeText(fileSize)}</span>}
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </ListState>
    </Sheet>
  );
}
