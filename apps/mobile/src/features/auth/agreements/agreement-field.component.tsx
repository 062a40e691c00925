import { Checkbox } from '@sealflow/ui/inputs/checkbox.component.tsx';
import { useFirstTexts } from '../../../i18n/index.ts';
import { AppLink } from '../../../shell/navigation/app-link.component.tsx';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import styles from '../auth.module.css';

type AgreementFieldProps = { readonly agreed: boolean; readonly error: string | undefined };

/** Section 5: the service agreement must be accepted before a sign-in. */
export function AgreementField({ agreed, error }: AgreementFieldProps) {
  const { auth } = useFirstTexts();
  return (
    <div className={styles.agreement}>
      <div className={styles.agreementRow}>
        <Checkbox
          name="agreed"
          defaultChecked={agreed}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'agreement-fault'}
        >
          {auth.agreeTo}
        </Checkbox>
        <AppLink to={paths.licence}>{auth.licence}</AppLink>
        {auth.and}
        <AppLink to={paths.privacy}>{auth.privacy}</AppLink>
      </div>
      {error === undefined ? null : (
        <p className={styles.error} id="agreement-fault" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
