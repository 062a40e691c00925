import { parseDate } from '@internationalized/date';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateRangePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import styles from './date-range-input.module.css';
import fieldStyles from './fields.module.css';

/** Two days as `YYYY-MM-DD`; the last one is included. */
export type DateRange = { readonly from: string; readonly to: string };

type DateRangeInputProps = {
  readonly label: string;
  /** Null if nothing is chosen. */
  readonly value: DateRange | null;
  readonly onChange: (range: DateRange | null) => void;
};

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** A first and a last day, typed or chosen in a calendar. */
export function DateRangeInput({ label, value, onChange }: DateRangeInputProps) {
  const texts = useTexts().common;
  const isRight = value !== null && datePattern.test(value.from) && datePattern.test(value.to);
  return (
    <DateRangePicker
      value={isRight ? { start: parseDate(value.from), end: parseDate(value.to) } : null}
      onChange={(range) =>
        onChange(range === null ? null : { from: range.start.toString(), to: range.end.toString() })
      }
      className={`${fieldStyles.field} ${styles.range}`}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Group className={styles.group ?? ''}>
        <DateInput slot="start" className={styles.date ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <span aria-hidden="true">–</span>
        <DateInput slot="end" className={styles.date ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <Button className={styles.open ?? ''}>
          <span aria-hidden="true">▾</span>
        </Button>
        {isRight ? (
          <Button
            slot={null}
            className={styles.open ?? ''}
            aria-label={`${texts.remove}: ${label}`}
            onPress={() => onChange(null)}
          >
            <span aria-hidden="true">×</span>
          </Button>
        ) : null}
      </Group>
      <Popover className={styles.popover ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={label}>
          <RangeCalendar>
            <header className={styles.head}>
              <Button slot="previous" className={styles.open ?? ''}>
                ‹
              </Button>
              <Heading className={styles.month ?? ''} />
              <Button slot="next" className={styles.open ?? ''}>
                ›
              </Button>
            </header>
            <CalendarGrid className={styles.grid ?? ''}>
              {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
            </CalendarGrid>
          </RangeCalendar>
        </Dialog>
      </Popover>
    </DateRangePicker>
  );
}
