import { useSessionStore } from '../../../platform/session/index.ts';
import { useSignInDraft } from './sign-in-draft.hook.ts';
import { SignInForm } from './sign-in-form.component.tsx';
import { TenantChoice } from './tenant-choice.component.tsx';

/** /pwdlogin: signs in by a password, then selects the organisation. */
export default function SignInScreen() {
  const session = useSessionStore((state) => state.session);
  const draft = useSignInDraft();
  if (session.phase === 'choosing') return <TenantChoice tenants={session.tenants} />;
  if (draft === null) return null;
  return <SignInForm draft={draft} notice={session.phase === 'signedOut' ? session.notice : null} />;
}
