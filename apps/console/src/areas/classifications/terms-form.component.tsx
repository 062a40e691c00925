import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Switch, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { useErrorText } from '../../platform/api.hook.ts';
import styles from './classifications.module.css';
import type { Classification } from './classifications.queries.ts';

const maxLevel = 1000;
const maxLeaseHours = 8760;
const obligations = ['watermark', 'noDownload', 'noCapture', 'excludesBrowsers'] as const;

type Terms = Pick<
  Classification,
  'name' | 'level' | 'leaseSeconds' | 'isDefault' | (typeof obligations)[number]
>;

/** What the form of a classification edits: numbers as they are typed. */
export type ClassificationValues = Omit<Terms, 'level' | 'leaseSeconds'> & {
  readonly level: string;
  readonly hours: string;
};

export const initial: Terms = {
  name: '',
  level: 0,
  watermark: true,
  noDownload: false,
  noCapture: false,
  excludesBrowsers: false,
  leaseSeconds: null,
  isDefault: false,
};

const hoursOf = (leaseSeconds: number | null) => (leaseSeconds === null ? '' : String(leaseSeconds / 3600));

export const valuesOf = (terms: Terms): ClassificationValues => ({
  name: terms.name,
  level: String(terms.level),
  hours: hoursOf(terms.leaseSeconds),
  watermark: terms.watermark,
  noDownload: terms.noDownload,
  noCapture: terms.noCapture,
  excludesBrowsers: terms.excludesBrowsers,
  isDefault: terms.isDefault,
});

/** The terms that the form states. Being the default is a separate decision. */
export function termsOf({ name, level, hours, ...flags }: ClassificationValues) {
  const { watermark, noDownload, noCapture, excludesBrowsers } = flags;
  const leaseSeconds = hours === '' ? null : Math.round(Number(hours) * 3600);
  const obligationsOfForm = { watermark, noDownload, noCapture, excludesBrowsers };
  return { name: name.trim(), level: Number(level), leaseSeconds, ...obligationsOfForm };
}

/** Returns a function that puts a classification in words, field by field. */
export function useClassificationWords() {
  const { classifications: texts, common } = useTexts();
  return (terms: Terms) =>
    [
      [texts.name, terms.name],
      [texts.level, String(terms.level)],
      [texts.leaseHours, hoursOf(terms.leaseSeconds)],
      ...obligations.map((one) => [texts[one], terms[one] ? common.yes : common.no] as const),
      [texts.isDefault, terms.isDefault ? common.yes : common.no],
    ] as const;
}

const isWhole = (text: string, [least, most]: readonly [number, number]) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

type FormOfTermsProps = {
  readonly title: string;
  readonly values: ClassificationValues;
  /** The classification before the change; missing for a new one. */
  readonly former?: Terms;
  readonly onChange: (values: ClassificationValues) => void;
  readonly onSave: () => Promise<void>;
  /** Missing if it cannot be deleted. */
  readonly onDelete?: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
};

/** The form of a classification in a drawer. */
export function FormOfTerms({ values, former = initial, onChange, ...props }: FormOfTermsProps) {
  const { classifications: texts, common } = useTexts();
  const errorText = useErrorText();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { name, level, hours, isDefault } = values;
  const isLevelRight = isWhole(level, [0, maxLevel]);
  // A lease of another client need not be whole hours.
  const isLeaseKept = hours === hoursOf(former.leaseSeconds);
  const isLeaseRight = isLeaseKept || hours === '' || isWhole(hours, [1, maxLeaseHours]);
  const isRight = name.trim() !== '' && isLevelRight && isLeaseRight;
  const edit = (part: Partial<ClassificationValues>) => onChange({ ...values, ...part });
  const save = async () => {
    setPending(true);
    setError(null);
    try {
      await props.onSave();
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  return (
    <Drawer
      title={props.title}
      onClose={props.onClose}
      footer={
        <>
          {props.onDelete === undefined ? null : (
            <Button kind="danger" onPress={props.onDelete}>
              {common.delete}
            </Button>
          )}
          <Button kind="primary" isDisabled={!isRight} isPending={isPending} onPress={() => void save()}>
            {common.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {props.children}
        <TextInput
          label={texts.name}
          value={name}
          onChange={(next) => edit({ name: next })}
          isRequired
          maxLength={100}
        />
        <TextInput
          label={texts.level}
          hint={texts.levelHint}
          value={level}
          onChange={(next) => edit({ level: next })}
          inputMode="numeric"
          error={isLevelRight ? undefined : texts.levelWrong}
        />
        <TextInput
          label={texts.leaseHours}
          hint={texts.leaseHint}
          value={hours}
          onChange={(next) => edit({ hours: next })}
          inputMode="numeric"
          error={isLeaseRight ? undefined : texts.leaseWrong}
        />
        {obligations.map((one) => (
          <Switch key={one} isSelected={values[one]} onChange={(isSelected) => edit({ [one]: isSelected })}>
            {texts[one]}
          </Switch>
        ))}
        <Switch
          isSelected={isDefault}
          onChange={(next) => edit({ isDefault: next })}
          isDisabled={former.isDefault}
        >
          {texts.makeDefault}
        </Switch>
        {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      </div>
    </Drawer>
  );
}
