import { classNames } from '@sealflow/ui/class-names.util.ts';
import chips from '@sealflow/ui/inputs/chips.module.css';
import area from '@sealflow/ui/inputs/text-area.module.css';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import styles from './remark-field.module.css';

/** The service's limit, in characters. */
const maxRemarkLength = 1000;

type RemarkFieldProps = {
  readonly value: string;
  readonly phrases: readonly string[];
  readonly onChange: (value: string) => void;
};

/** A remark, typed or composed of quick phrases. */
export function RemarkField({ value, phrases, onChange }: RemarkFieldProps) {
  const { work } = useTexts();
  const id = useId();
  const countId = useId();
  const add = (phrase: string) => {
    if (value.includes(phrase)) return;
    onChange((value.trim() === '' ? phrase : `${value.trimEnd()}\n${phrase}`).slice(0, maxRemarkLength));
  };
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{work.remark}</label>
        <span className={styles.soft}>{work.remarkOptional}</span>
      </div>
      <textarea
        id={id}
        className={classNames(area.text, styles.text)}
        value={value}
        rows={4}
        maxLength={maxRemarkLength}
        placeholder={work.remarkPlaceholder}
        aria-describedby={countId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={countId} className={styles.count}>
        {work.remarkLength(value.length, maxRemarkLength)}
      </p>
      <ul className={classNames(chips.chips, styles.phrases)} aria-label={work.quickPhrases}>
        {phrases.map((phrase) => (
          <li key={phrase}>
            <button
              type="button"
              className={classNames(chips.chip, styles.phrase)}
              onClick={() => add(phrase)}
            >
              {phrase}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
