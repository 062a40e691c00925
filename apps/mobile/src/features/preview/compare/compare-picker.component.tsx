import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useDeferredValue, useState } from 'react';
import { shortTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import type { RecentFile } from '../../../platform/documents/recent-files.repository.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { useComparableFiles } from './compare.queries.ts';
import styles from './compare-picker.module.css';

type ComparePickerProps = {
  readonly open: boolean;
  readonly fileID: string;
  readonly onDismiss: () => void;
};

/** A sheet to choose the document that the open one is compared with. */
export function ComparePicker({ open, fileID, onDismiss }: ComparePickerProps) {
  const { compare, common } = useTexts();
  return (
    <Sheet open={open} title={compare.choose} closeLabel={common.close} onDismiss={onDismiss}>
      <Choice fileID={fileID} onDismiss={onDismiss} />
    </Sheet>
  );
}

function Choice({ fileID, onDismiss }: Omit<ComparePickerProps, 'open'>) {
  const { compare, documents } = useTexts();
  const language = useLanguage();
  const { common } = useTexts();
  const context = useDocumentsContext();
  const { target, openComparison } = usePreviewLayer();
  const [text, setText] = useState('');
  const query = useComparableFiles(context, { text: useDeferredValue(text.trim()), without: fileID });
  const { data: files = [], error, isPending, isFetching, refetch } = query;
  const now = context.platform.clock.now();
  const choose = (chosen: RecentFile) => {
    onDismiss();
    // The chosen document is the older version of the open one.
    if (target) openComparison({ fileID: chosen.fileID, flowFile: null }, target);
  };
  return (
    <>
      <p className={styles.hint}>{compare.chooseHint}</p>
      <SearchField
        label={documents.search}
        value={text}
        onChange={setText}
        clearLabel={documents.clearSearch}
      />
      <ListState
        pending={isPending}
        error={error}
        errorText={documents.loadFailed}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={files.length}
        empty={
          text === '' ? (
            <EmptyState title={compare.nothingToChoose} hint={compare.nothingToChooseHint} />
          ) : (
            <EmptyState title={documents.nothingFound(text)} hint={documents.nothingFoundHint} />
          )
        }
      >
        <List>
          {files.map((file) => (
            <ListRow
              key={file.fileID}
              title={file.fileWholeName}
              detail={[
                file.fileSize === null ? null : sizeText(file.fileSize),
                shortTime(file.createAt, { now, language, yesterday: common.yesterday }),
                file.flowName || file.tname,
              ]
                .filter(Boolean)
                .join(' · ')}
              onPress={() => choose(file)}
            />
          ))}
        </List>
      </ListState>
    </>
  );
}
