import { QrCode } from '@sealflow/ui/status/qr-code.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import mineStyles from '../mine.module.css';
import { CodeForm } from './code-form.component.tsx';
import styles from './security.module.css';
import { useConfirmTotp, useEnrolTotp } from './security.queries.ts';

type EnrolmentProps = {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
};

/** Enrols an authenticator app: the password, then its secret and first code. */
export function Enrolment({ onCodes, onCancel }: EnrolmentProps) {
  const { security } = useTexts();
  const enrol = useEnrolTotp();
  const confirm = useConfirmTotp();
  if (enrol.data === undefined) {
    return (
      <CodeForm
        key="password"
        lead={security.passwordLead}
        label={null}
        submitLabel={security.next}
        withPassword
        onSubmit={async ({ password }) => {
          await enrol.mutateAsync(password);
        }}
        onCancel={onCancel}
      />
    );
  }
  const { secret, uri } = enrol.data;
  return (
    <CodeForm
      key="secret"
      lead={security.secretLead}
      label={security.code}
      submitLabel={security.confirm}
      onSubmit={async ({ totp }) => onCodes(await confirm.mutateAsync(totp))}
      onCancel={onCancel}
    >
      <div className={styles.code}>
        <QrCode text={uri} label={security.qr} />
      </div>
      <a className={styles.link} href={uri}>
        {security.openApp}
      </a>
      <p>
        {security.secret}: <code className={mineStyles.value}>{secret}</code>
      </p>
    </CodeForm>
  );
}
