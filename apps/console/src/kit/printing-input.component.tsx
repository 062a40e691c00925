import { useTexts } from '../i18n/index.ts';
import { useLevels } from '../platform/levels.queries.ts';
import { SelectInput } from './select-input.component.tsx';

type PrintingInputProps = {
  readonly tid: string;
  /** The highest level whose documents may be printed; null if none may. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
};

/** Chooses the level of classifications up to which documents may be printed. */
export function PrintingInput({ tid, value, onChange }: PrintingInputProps) {
  const { settings: texts } = useTexts();
  const levels = useLevels(tid);
  // The level of a classification that was deleted remains selectable, as long as it is set.
  const offered = [...levels.keys(), ...(value === null || levels.has(value) ? [] : [value])];
  return (
    <SelectInput
      label={texts.printing}
      hint={texts.printingHint}
      value={value === null ? 'none' : String(value)}
      onChange={(id) => onChange(id === 'none' ? null : Number(id))}
      options={[
        { id: 'none', label: texts.printingUpTo(null) },
        ...offered
          .toSorted((one, other) => one - other)
          .map((level) => ({
            id: String(level),
            label: texts.printingUpTo(level),
            hint: levels.get(level)?.join(texts.separator) ?? '',
          })),
      ]}
    />
  );
}
