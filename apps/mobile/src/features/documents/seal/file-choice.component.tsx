import { CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import itemText from '@sealflow/ui/lists/item-text.module.css';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useTexts } from '../../../i18n/index.ts';
import { FileIcon } from '../file-icon.component.tsx';
import type { ChosenFile } from './chosen-files.rules.ts';
import styles from './seal.module.css';

type FileChoiceProps = {
  readonly chosen: readonly ChosenFile[];
  readonly onPick: () => void;
  readonly onRemove: (id: string) => void;
};

/** The files to seal. One that cannot be sealed says why, and is left out. */
export function FileChoice({ chosen, onPick, onRemove }: FileChoiceProps) {
  const { seal } = useTexts();
  const isAnyLeftOut = chosen.length > 1 && chosen.some(({ problem }) => problem !== null);
  return (
    <section className={styles.block} aria-label={seal.file}>
      <span className={styles.label}>
        {seal.file}
        {chosen.length > 1 ? ` · ${seal.fileCount(chosen.length)}` : null}
      </span>
      {chosen.length === 0 ? null : (
        <ul className={styles.chosen}>
          {chosen.map(({ id, file, problem }) => (
            <li key={id} className={styles.file}>
              <FileIcon name={file.name} sealed={false} />
              <span className={itemText.words}>
                <span className={styles.name}>{file.name}</span>
                <span className={itemText.detail}>{sizeText(file.size)}</span>
                {problem === null ? null : (
                  <span className={styles.error} role="alert">
                    {seal[problem]}
                  </span>
                )}
              </span>
              <IconButton label={seal.removeFile(file.name)} onClick={() => onRemove(id)}>
                <CloseIcon size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isAnyLeftOut ? <span className={styles.soft}>{seal.leftOut}</span> : null}
      <Button wide onClick={onPick}>
        {chosen.length === 0 ? seal.chooseFile : seal.addFiles}
      </Button>
      {chosen.length > 1 ? <span className={styles.soft}>{seal.forAll}</span> : null}
    </section>
  );
}
