import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import type { BulkOutcome } from './bulk.types.ts';
import { BulkDialog } from './bulk-dialog.component.tsx';
import { TextInput } from './fields.component.tsx';

type BulkWithdrawDialogProps = {
  readonly title: string;
  readonly confirmLabel: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  /** Withdraws one object; one call of the service. */
  readonly withdraw: (id: string) => Promise<unknown>;
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
      act={(ids, onProgress) => actOnEach(ids, withdraw, onProgress)}
    >
      {children}
      <TextInput label={common.typeToConfirm(count)} value={typed} onChange={setTyped} />
    </BulkDialog>
  );
}

/**
 * Acts on objects one after the other. A failure is the outcome of its object and does not stop the others.
 * @param act - one call of the service.
 */
async function actOnEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<readonly BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const id of ids) {
    try {
      await act(id);
      outcomes.push({ id, error: null });
    } catch (error) {
      outcomes.push({ id, error });
    }
    onProgress(outcomes.length);
  }
  return outcomes;
}
