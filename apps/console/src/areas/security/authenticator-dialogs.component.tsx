import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Checkbox, PasswordInput, TextInput } from '../../kit/fields.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { NewPasswordFields, useNewPassword } from '../../kit/new-password.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { CodeForm, RecoveryCodes, TotpSecret } from '../../kit/totp.component.tsx';
import {
  useChangePassword,
  useReplaceRecoveryCodes,
  useTotpActs,
} from '../../platform/second-factor.queries.ts';

/** The secret of an authenticator app that is not confirmed yet. */
export type Enrolment = { readonly secret: string; readonly uri: string };

type DialogProps = { readonly onClose: () => void };

/** Replaces the password by the present one. */
export function ChangePasswordDialog({ onClose }: DialogProps) {
  const texts = useTexts().security;
  const change = useChangePassword();
  const [old, setOld] = useState('');
  const newPassword = useNewPassword({ initial: '', old });
  const [isTried, setTried] = useState(false);
  return (
    <ConfirmDialog
      title={texts.changePassword}
      confirmLabel={texts.changePassword}
      isDisabled={old === '' || newPassword.password === ''}
      onConfirm={async () => {
        setTried(true);
        if (!newPassword.isValid) return false;
        await change(old, newPassword.password);
        showToast({ color: 'success', text: texts.passwordChanged });
        return true;
      }}
      onClose={onClose}
    >
      <p>{texts.changePasswordHint}</p>
      <PasswordInput label={texts.oldPassword} value={old} onChange={setOld} />
      <NewPasswordFields state={newPassword} isTried={isTried} label={texts.newPassword} />
    </ConfirmDialog>
  );
}

/** Asks for the password before an authenticator app is enrolled. */
export function PasswordDialog({
  onEnrolled,
  onClose,
}: DialogProps & { readonly onEnrolled: (enrolment: Enrolment) => void }) {
  const { security: texts, common, shell } = useTexts();
  const { enrol } = useTotpActs();
  const [password, setPassword] = useState('');
  return (
    <ConfirmDialog
      title={texts.enrol}
      confirmLabel={common.next}
      isDisabled={password === ''}
      onConfirm={async () => onEnrolled(await enrol(password))}
      onClose={onClose}
    >
      <p>{texts.passwordHint}</p>
      <PasswordInput label={shell.stepUp.password} value={password} onChange={setPassword} />
    </ConfirmDialog>
  );
}

type CodesProps = DialogProps & { readonly onCodes: (codes: readonly string[]) => void };

/** Shows the secret and confirms it by the first code of the app. */
export function SecretDialog({
  enrolment,
  onCodes,
  onClose,
}: CodesProps & { readonly enrolment: Enrolment }) {
  const { security: texts } = useTexts();
  const { confirm } = useTotpActs();
  return (
    <FormDialog title={texts.enrol} onClose={onClose}>
      <CodeForm submitLabel={texts.confirm} onSubmit={async (code) => onCodes(await confirm(code))}>
        <TotpSecret {...enrolment} />
      </CodeForm>
    </FormDialog>
  );
}

/** Replaces the recovery codes. */
export function ReplaceDialog({ onCodes, onClose }: CodesProps) {
  const { security: texts } = useTexts();
  const replace = useReplaceRecoveryCodes();
  return (
    <FormDialog title={texts.replace} onClose={onClose}>
      <CodeForm submitLabel={texts.replace} onSubmit={async (code) => onCodes(await replace(code))}>
        <p>{texts.replaceHint}</p>
      </CodeForm>
    </FormDialog>
  );
}

type FormDialogProps = DialogProps & { readonly title: string; readonly children: ReactNode };

function FormDialog({ title, onClose, children }: FormDialogProps) {
  const { common } = useTexts();
  return (
    <Modal title={title} onClose={onClose} actions={<Button onPress={onClose}>{common.cancel}</Button>}>
      {children}
    </Modal>
  );
}

/** Shows new recovery codes. The dialog has no other way out, because they are not shown again. */
export function CodesDialog({ codes, onClose }: DialogProps & { readonly codes: readonly string[] }) {
  const { common, setup } = useTexts();
  return (
    <Modal title={setup.steps.recovery} onClose={() => {}} actions={null}>
      <RecoveryCodes codes={codes} doneLabel={common.done} onDone={onClose} />
    </Modal>
  );
}

/** Removes the authenticator app after both factors are presented. */
export function RemoveDialog({ onClose }: DialogProps) {
  const { security: texts, shell } = useTexts();
  const { remove } = useTotpActs();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  return (
    <ConfirmDialog
      title={texts.remove}
      confirmLabel={texts.remove}
      isDanger
      isDisabled={password === '' || code.trim() === ''}
      onConfirm={async () => {
        await remove({ password, ...(isRecovery ? { recoveryCode: code.trim() } : { totp: code.trim() }) });
        showToast({ color: 'success', text: texts.removed });
      }}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
      <PasswordInput label={shell.stepUp.password} value={password} onChange={setPassword} />
      <TextInput
        label={isRecovery ? shell.stepUp.recoveryCode : shell.stepUp.totp}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
      />
      <Checkbox isSelected={isRecovery} onChange={setRecovery}>
        {shell.stepUp.useRecoveryCode}
      </Checkbox>
    </ConfirmDialog>
  );
}
