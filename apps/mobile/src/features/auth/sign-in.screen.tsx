import { useSessionStore } from '../../platform/session/index.ts';
import { SignInFormView } from './sign-in-form.component.tsx';
import { TenantChoice } from './tenant-choice.component.tsx';

/** /pwdlogin: who one is, then in which organisation. */
export default function SignInScreen() {
  const session = useSessionStore((state) => state.session);
  if (session.phase === 'choosing') return <TenantChoice tenants={session.tenants} />;
  return <SignInFormView notice={session.phase === 'signedOut' ? session.notice : null} />;
}
