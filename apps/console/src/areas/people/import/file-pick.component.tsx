import { useState } from 'react';
import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../kit/button.component.tsx';
import { Notice } from '../../../kit/notice.component.tsx';
import styles from './import.module.css';
import { readTable, type TableFile } from './read-table.util.ts';

const maxRows = 50_000;

/** Takes a CSV or XLSX file by choice or drop, and reads its cells. */
export function FilePick({ onRead }: { readonly onRead: (file: TableFile) => void }) {
  const { imports: texts } = useTexts();
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    setReading(true);
    try {
      const table = await readTable(file);
      if (table.rows.length === 0) setFault(texts.noRows);
      else if (table.rows.length > maxRows) setFault(texts.tooManyRows(maxRows));
      else onRead(table);
    } catch {
      setFault(texts.unreadable);
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <DropZone
        className={styles.drop ?? ''}
        aria-label={texts.fileTitle}
        onDrop={({ items }) => {
          const item = items.find(({ kind }) => kind === 'file');
          if (item?.kind === 'file') void item.getFile().then(read);
        }}
      >
        <Text slot="label">{isReading ? texts.reading : texts.drop}</Text>
        <FileTrigger acceptedFileTypes={['.csv', '.xlsx']} onSelect={(files) => void read(files?.[0])}>
          <Button kind="primary" isPending={isReading}>
            {texts.pick}
          </Button>
        </FileTrigger>
      </DropZone>
      {fault === null ? null : <Notice kind="error">{fault}</Notice>}
    </>
  );
}
