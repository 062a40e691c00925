import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import type { BulkOutcome } from './bulk.types.ts';
import { BulkDialog } from './bulk-dialog.component.tsx';
import { TextInput } from './fields.component.tsx';

/** The service accepts at most so many objects in one call. */
const maxPerCall = 200;

type BulkWithdrawDialogProps = {
  readonly title: string;
  readonly confirmLabel: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  /** Withdraws up to {@link maxPerCall} objects; one call of the service. */
  readonly withdraw: (ids: readonly string[]) => Promise<readonly BulkOutcome[]>;
  readonly onDone: (outcomes: readonly BulkOutcome[]) => void;
  readonly onClose: () => void;
  /** What the act affects. */
  readonly children: ReactNode;
};

/** Withdraws several objects after the person typed their number, and shows the result of each. */
export function BulkWithdrawDialog({ withdraw, children, ...props }: BulkWithdrawDialogProps) {
  const { common } = useTexts();
  const [typed, setTyped] = useState('');
  // The objects leave the selection while their results are still shown.
  const [items] = useState(props.items);
  const count = String(items.length);
  return (
    <BulkDialog
      {...props}
      items={items}
      isDanger
      isDisabled={typed.trim() !== count}
      act={async (ids, onProgress) => {
        const outcomes: BulkOutcome[] = [];
        for (let from = 0; from < ids.length; from += maxPerCall) {
          outcomes.push(...(await withdraw(ids.slice(from, from + maxPerCall))));
          onProgress(outcomes.length);
        }
        return outcomes;
      }}
    >
      {children}
      <TextInput label={common.typeToConfirm(count)} value={typed} onChange={setTyped} />
    </BulkDialog>
  );
}
