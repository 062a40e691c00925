import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import styles from './settings.module.css';

const types = ['image/png', 'image/jpeg', 'image/webp'];
/** The service stores the image as a data URL of at most 64 KiB, which is a third larger than the file. */
const maxBytes = 47 * 1024;

type LogoInputProps = {
  readonly value: string | null;
  readonly name: string;
  readonly onChange: (logo: string | null) => void;
};

/** The logo of the organisation: its picture, a new file, or none. */
export function LogoInput({ value, name, onChange }: LogoInputProps) {
  const texts = useTexts().settings;
  const [hasFault, setFault] = useState(false);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const isUsable = types.includes(file.type) && file.size <= maxBytes;
    setFault(!isUsable);
    if (isUsable) onChange(await readDataUrl(file));
  };
  return (
    <div className={styles.logo}>
      <span className={styles.label}>{texts.logo}</span>
      {value === null ? (
        <span className={styles.noLogo} aria-hidden="true">
          {name.slice(0, 1)}
        </span>
      ) : (
        <img className={styles.picture} src={value} alt={texts.logoOf(name)} />
      )}
      <div className={styles.actions}>
        <FileTrigger acceptedFileTypes={types} onSelect={(files) => void choose(files?.[0])}>
          <Button>{texts.chooseLogo}</Button>
        </FileTrigger>
        {value === null ? null : <Button onPress={() => onChange(null)}>{texts.removeLogo}</Button>}
      </div>
      <p className={styles.hint}>{texts.logoHint}</p>
      {hasFault ? <Notice kind="error">{texts.logoFault}</Notice> : null}
    </div>
  );
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('the image cannot be read')));
    reader.readAsDataURL(file);
  });
}
