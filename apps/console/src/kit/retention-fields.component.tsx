import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Switch, TextInput } from './fields.component.tsx';
import {
  isFault,
  parseDays,
  type RetentionLimits,
  type RetentionValues,
  retentionBounds,
} from './retention.rules.ts';
import styles from './retention-fields.module.css';

type RetentionFieldsProps = {
  readonly values: RetentionValues;
  /** The times of the deployment; null if they are not known here. The service then refuses longer ones. */
  readonly limits: RetentionLimits | null;
  readonly onChange: (part: Partial<RetentionValues>) => void;
};

const unknownLimits: RetentionLimits = { messages: null, applications: null };

/** For how many days messages and ended applications are kept. */
export function RetentionFields({ values, limits, onChange }: RetentionFieldsProps) {
  const { settings: texts } = useTexts();
  const bounds = retentionBounds(limits ?? unknownLimits);
  return (
    <>
      <p className={styles.hint}>{texts.retentionHint}</p>
      <DaysInput
        label={texts.messageDays}
        hint={texts.messageDaysHint}
        value={values.messageDays}
        bounds={bounds.messageDays}
        limit={limits?.messages}
        onChange={(messageDays) => onChange({ messageDays })}
      />
      <DaysInput
        label={texts.applicationDays}
        hint={texts.applicationDaysHint}
        value={values.applicationDays}
        bounds={bounds.applicationDays}
        limit={limits?.applications}
        onChange={(applicationDays) => onChange({ applicationDays })}
      />
      <Switch
        isSelected={values.archiveApplications}
        onChange={(archiveApplications) => onChange({ archiveApplications })}
      >
        {texts.archiveApplications}
      </Switch>
      <p className={styles.hint}>{texts.archiveApplicationsHint}</p>
    </>
  );
}

type DaysInputProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: number | null;
  readonly bounds: { readonly min: number; readonly max: number } | null;
  /** The time of the deployment; null: unlimited, undefined: not known here. */
  readonly limit: number | null | undefined;
  readonly onChange: (days: number | null) => void;
};

/** A number of days, or nothing for the time of the deployment. */
function DaysInput({ label, hint, value, bounds, limit, onChange }: DaysInputProps) {
  const { settings: texts } = useTexts();
  const [typed, setTyped] = useState('');
  // The typed text stays as it is while it stands for the value, so that a text that is not a number can be corrected.
  const text = Object.is(parseDays(typed), value) ? typed : formatDays(value);
  const sentences = [
    hint,
    ...(limit === undefined
      ? []
      : [limit === null ? texts.deploymentKeepsAll : texts.deploymentKeeps(limit)]),
  ];
  const fault = bounds === null ? texts.daysFixed : texts.daysBetween(bounds.min, bounds.max);
  return (
    <TextInput
      label={label}
      hint={sentences.join(texts.sentenceGap)}
      value={text}
      inputMode="numeric"
      maxLength={9}
      isDisabled={bounds === null && value === null}
      error={isFault(value, bounds) ? fault : undefined}
      onChange={(next) => {
        setTyped(next);
        onChange(parseDays(next));
      }}
    />
  );
}

const formatDays = (days: number | null): string => (days === null ? '' : String(days));
