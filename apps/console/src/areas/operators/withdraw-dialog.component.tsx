import { useTexts } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useOperatorActs } from './operators.queries.ts';

type WithdrawDialogProps = {
  readonly operatorID: string;
  readonly name: string;
  /** What the withdrawal affects. */
  readonly text: string;
  readonly onClose: () => void;
};

/** Asks for the name before the role of a person or a credential is withdrawn. */
export function WithdrawDialog({ operatorID, name, text, onClose }: WithdrawDialogProps) {
  const texts = useTexts().operators;
  const { withdraw } = useOperatorActs();
  return (
    <ConfirmDialog
      title={texts.withdrawTitle(name)}
      confirmLabel={texts.withdraw}
      typedName={name}
      isDanger
      onConfirm={async () => {
        await withdraw(operatorID);
        showToast({ color: 'success', text: texts.withdrawDone });
      }}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
