import type { FlowFile } from '@sealflow/contract';
import { ChevronRightIcon, DocumentsIcon } from '@sealflow/ui/icons.component.tsx';
import itemText from '@sealflow/ui/lists/item-text.module.css';
import type { ComponentProps } from 'react';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { formatFileSize } from './detail-facts.rules.ts';
import styles from './flow-files.module.css';

type FlowFileRowProps = Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> & {
  readonly file: Pick<FlowFile, 'name' | 'size' | 'encrypted'>;
};

/** A file of an application or of a comment, which opens in the preview. */
export function FlowFileRow({ file, ...props }: FlowFileRowProps) {
  const { work } = useTexts();
  const language = useLanguage();
  return (
    <button type="button" className={styles.file} {...props}>
      <span className={styles.icon}>
        <DocumentsIcon />
      </span>
      <span className={itemText.words}>
        <span>{file.name}</span>
        <span className={itemText.detail}>
          {formatFileSize(file.size, language)}
          {file.encrypted ? ` · ${work.sealed}` : null}
        </span>
      </span>
      <ChevronRightIcon size={18} />
    </button>
  );
}
