import { classNames } from '@sealflow/ui/class-names.util.ts';
import chips from '@sealflow/ui/inputs/chips.module.css';
import area from '@sealflow/ui/inputs/text-area.module.css';
import { type RefObject, useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import styles from './remark-field.module.css';

/** The service's limit, in characters. */
const maxRemarkLength = 1000;

type RemarkFieldProps = {
  readonly value: string;
  readonly phrases: readonly string[];
  /** A remark that is required: its name, and why it is required. */
  readonly required?: { readonly label: string; readonly placeholder: string; readonly isMissing: boolean };
  readonly onChange: (value: string) => void;
  readonly fieldRef?: RefObject<HTMLTextAreaElement | null>;
};

/** A remark, typed or composed of quick phrases. */
export function RemarkField({ value, phrases, required, onChange, fieldRef }: RemarkFieldProps) {
  const { work, returns } = useTexts();
  const shortcut = useShortcutProps('remark', work.remark);
  const id = useId();
  const countId = useId();
  const errorId = useId();
  const isMissing = required?.isMissing === true;
  const add = (phrase: string) => {
    if (value.includes(phrase)) return;
    onChange((value.trim() === '' ? phrase : `${value.trimEnd()}\n${phrase}`).slice(0, maxRemarkLength));
  };
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{required?.label ?? work.remark}</label>
        <span className={styles.soft}>
          {required === undefined ? work.remarkOptional : returns.reasonRequired}
        </span>
      </div>
      <textarea
        ref={fieldRef}
        id={id}
        {...shortcut}
        className={classNames(area.text, styles.text)}
        value={value}
        rows={4}
        maxLength={maxRemarkLength}
        placeholder={required?.placeholder ?? work.remarkPlaceholder}
        required={required !== undefined}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${errorId} ${countId}` : countId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isMissing ? (
        <p id={errorId} className={styles.error} role="alert">
          {returns.reasonMissing}
        </p>
      ) : null}
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
