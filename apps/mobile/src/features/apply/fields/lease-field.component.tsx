import { Chips } from '@sealflow/ui/inputs/chips.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import styles from '../apply.module.css';
import type { Lease } from '../draft.types.ts';
import { formatDay, leaseSlots } from '../lease.rules.ts';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { FieldError } from './text-area.component.tsx';

const leases: readonly Lease[] = ['7', '30', '90', 'forever', 'date'];

/** Selects how long the people chosen can open the files. */
export function LeaseField({ draft, errors, onChange, onLeave }: DetailFieldsProps) {
  const { apply } = useTexts();
  const { clock } = usePlatform();
  const errorId = useId();
  const { lease, leaseDay, leaseSlot } = draft.details;
  return (
    <div data-field="until" className={styles.stack}>
      <span className={styles.label} aria-hidden="true">
        {apply.lease}
      </span>
      <Chips
        label={apply.lease}
        options={leases.map((id) => ({ id, label: apply.leases[id] }))}
        selected={[lease]}
        onToggle={(id) => onChange({ lease: id })}
      />
      {lease === 'date' ? (
        <>
          <TextField
            label={apply.leaseDay}
            type="date"
            min={formatDay(clock.now())}
            value={leaseDay}
            error={errors.until}
            onChange={({ currentTarget: { value } }) => onChange({ leaseDay: value })}
            onBlur={() => onLeave('until')}
          />
          <Chips
            label={apply.leaseSlot}
            options={leaseSlots.map((id) => ({ id, label: apply.leaseSlots[id] }))}
            selected={[leaseSlot]}
            onToggle={(id) => onChange({ leaseSlot: id })}
          />
        </>
      ) : (
        <FieldError id={errorId} error={errors.until} />
      )}
    </div>
  );
}
