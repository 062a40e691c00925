import type { ComponentType, ReactNode } from 'react';
import { useFirstTexts } from '../../../i18n/index.ts';
import type { ApiError } from '../../../platform/api/index.ts';
import { useSessionStore } from '../../../platform/session/index.ts';
import { FocusedHeading } from '../../../shell/navigation/focused-heading.component.tsx';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { AgreementField } from '../agreements/agreement-field.component.tsx';
import styles from '../auth.module.css';
import { Brand } from '../brand.component.tsx';
import type { FieldProps } from '../form.hook.ts';
import { useSignInDraft } from '../sign-in-draft.hook.ts';
import type { SignInDraft } from '../sign-in-draft.rules.ts';
import { SignInLink } from '../sign-in-link.component.tsx';
import { SubmitButton } from '../submit-button.component.tsx';
import { TenantChoice } from './tenant-choice.component.tsx';

/** The common layout of the two sign-in pages. */
export function SignInFrame({ children }: { readonly children: ReactNode }) {
  const { auth } = useFirstTexts();
  return (
    <main className={styles.screen}>
      <Brand />
      <FocusedHeading className={styles.welcome}>{auth.welcome}</FocusedHeading>
      <p className={styles.soft}>{auth.lead}</p>
      <nav className={styles.ways} aria-label={auth.ways}>
        <SignInLink to={paths.pwdlogin} replace>
          {auth.byPassword}
        </SignInLink>
        <SignInLink to={paths.reglogin} replace>
          {auth.byCode}
        </SignInLink>
      </nav>
      {children}
    </main>
  );
}

export type SignInFormProps = { readonly draft: SignInDraft; readonly notice: ApiError | null };

/** The steps of both sign-in pages: the form of the page, then the choice of the organisation. */
export function SignInSteps({ Form }: { readonly Form: ComponentType<SignInFormProps> }) {
  const session = useSessionStore((state) => state.session);
  const draft = useSignInDraft();
  if (session.phase === 'choosing') return <TenantChoice tenants={session.tenants} />;
  return <Form draft={draft} notice={session.phase === 'signedOut' ? session.notice : null} />;
}

type SignInActionsProps = {
  readonly form: {
    readonly values: { readonly agreed: string };
    readonly field: (name: 'agreed') => FieldProps;
    readonly isBusy: boolean;
    readonly cancel: () => void;
  };
  /** Text of the link for a forgotten password. */
  readonly forgot: string;
};

/** The end of both sign-in forms: the agreements, the button and the link for a forgotten password. */
export function SignInActions({ form, forgot }: SignInActionsProps) {
  const { auth } = useFirstTexts();
  return (
    <>
      <AgreementField agreed={form.values.agreed !== ''} error={form.field('agreed').error} />
      <SubmitButton
        label={form.isBusy ? auth.signingIn : auth.signIn}
        isBusy={form.isBusy}
        onCancel={form.cancel}
      />
      <SignInLink className={styles.aside} to={paths.resetpwd}>
        {forgot}
      </SignInLink>
    </>
  );
}
