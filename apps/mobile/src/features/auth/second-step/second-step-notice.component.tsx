import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { ApiError } from '../../../platform/api/index.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { FormError } from '../form-error.component.tsx';
import { SignInLink } from '../sign-in-link.component.tsx';
import styles from './second-step-notice.module.css';

/** Only the first step can resolve these: the challenge has expired, or the password was changed meanwhile. */
const restartCodes: ReadonlySet<string> = new Set([
  'login.second_factor_expired',
  'login.verification_code_error',
  'login.incorrect_username_or_password',
]);

/** An error of the second step, with the action that resolves it. */
export function SecondStepNotice({ failure }: { readonly failure: unknown }) {
  const { auth, account } = useTexts();
  const goBack = useGoBack();
  const code = failure instanceof ApiError ? failure.code : '';
  const isLocked = code === 'login.account_locked';
  const unlockLink = isLocked ? <SignInLink to={paths.resetpwd}>{auth.unlock}</SignInLink> : null;
  const restartButton = restartCodes.has(code) ? (
    <Button className={styles.again} onClick={goBack}>
      {account.beginAgain}
    </Button>
  ) : null;
  return <FormError failure={failure} action={unlockLink ?? restartButton} />;
}
