import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { BulkOutcome } from '../../kit/bulk.types.ts';
import { BulkDialog } from '../../kit/bulk-dialog.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { useDocumentActs } from './documents.queries.ts';

type BulkWithdrawDialogProps = {
  readonly tid: string;
  readonly documentIDs: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** Withdraws several documents after the person typed their number, and shows the result of each. */
export function BulkWithdrawDialog({ tid, documentIDs, onDone, onClose }: BulkWithdrawDialogProps) {
  const { documents: texts, common } = useTexts();
  const acts = useDocumentActs(tid);
  const [typed, setTyped] = useState('');
  const [items] = useState(() => documentIDs.map((id) => ({ id, name: id })));
  const count = String(items.length);
  return (
    <BulkDialog
      title={texts.withdrawMany(items.length)}
      confirmLabel={texts.withdraw}
      isDanger
      isDisabled={typed.trim() !== count}
      items={items}
      act={(ids, onProgress) => actOnEach(ids, acts.withdraw, onProgress)}
      onDone={() => {
        onDone();
        void acts.reload();
      }}
      onClose={onClose}
    >
      <p>{texts.withdrawHint}</p>
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
