import { fileKindOf } from '@sealflow/domain/file-kind';
import { useTexts } from '../../i18n/index.ts';
import styles from './documents.module.css';

const marks: Readonly<Record<ReturnType<typeof fileKindOf>, string>> = {
  pdf: 'PDF',
  word: 'W',
  sheet: 'X',
  slides: 'P',
  ofd: 'OFD',
  image: 'IMG',
  text: 'TXT',
  mail: '@',
  archive: 'ZIP',
  video: '▶',
  audio: '♪',
  drawing: 'CAD',
  other: '?',
};

/** The kind of a file, by its name. Screen readers get the kind as a text. */
export function FileIcon({ name, sealed }: { readonly name: string; readonly sealed: boolean }) {
  const { documents } = useTexts();
  const kind = fileKindOf(name);
  return (
    <span className={styles.icon} data-kind={kind}>
      <span aria-hidden="true">{marks[kind]}</span>
      <span className="visually-hidden">{documents.kinds[kind]}</span>
      {sealed ? (
        <svg className={styles.lock} viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="8" />
          <path d="M5 7.5h6v4.25H5zM6.25 7.5V6a1.75 1.75 0 0 1 3.5 0v1.5" />
        </svg>
      ) : null}
    </span>
  );
}
