import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import itemText from '@sealflow/ui/lists/item-text.module.css';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { PickedFile } from '../../../platform/index.ts';
import { FileIcon } from '../file-icon.component.tsx';
import styles from './seal.module.css';

type FileChoiceProps = {
  readonly file: PickedFile | null;
  readonly problem: 'alreadySealed' | 'unreadable' | null;
  readonly onPick: () => void;
};

export function FileChoice({ file, problem, onPick }: FileChoiceProps) {
  const { seal } = useTexts();
  const problemId = useId();
  return (
    <section className={styles.block} aria-label={seal.file}>
      <span className={styles.label}>{seal.file}</span>
      {file === null ? null : (
        <div className={styles.file}>
          <FileIcon name={file.name} sealed={false} />
          <span className={itemText.words}>
            <span>{file.name}</span>
            <span className={itemText.detail}>{sizeText(file.size)}</span>
          </span>
        </div>
      )}
      <Button wide aria-describedby={problem === null ? undefined : problemId} onClick={onPick}>
        {file === null ? seal.chooseFile : seal.changeFile}
      </Button>
      {problem === null ? null : (
        <p id={problemId} className={styles.error} role="alert">
          {seal[problem]}
        </p>
      )}
    </section>
  );
}
