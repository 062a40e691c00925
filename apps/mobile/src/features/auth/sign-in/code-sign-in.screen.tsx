import { useSessionStore } from '../../../platform/session/index.ts';
import { CodeSignInForm } from './code-sign-in-form.component.tsx';
import { useSignInDraft } from './sign-in-draft.hook.ts';
import { TenantChoice } from './tenant-choice.component.tsx';

/** /reglogin: signs in by the registered phone or e-mail and a code, then selects the organisation. */
export default function CodeSignInScreen() {
  const session = useSessionStore((state) => state.session);
  const draft = useSignInDraft();
  if (session.phase === 'choosing') return <TenantChoice tenants={session.tenants} />;
  if (draft === null) return null;
  return <CodeSignInForm draft={draft} notice={session.phase === 'signedOut' ? session.notice : null} />;
}
