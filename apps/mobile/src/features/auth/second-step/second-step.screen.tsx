import { Navigate, useLocation } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { useSessionStore } from '../../../platform/session/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { usePendingSecondFactor } from './pending-second-factor.store.ts';
import { SecondCode } from './second-code.component.tsx';
import { SecondPassword } from './second-password.component.tsx';
import { secondFactorTargets } from './second-step.rules.ts';

/**
 * /pwdlogin?view=second, /reglogin?view=second: the second factor of a sign-in, if the organisation requires
 * both.
 */
export default function SecondStepScreen() {
  const { shell } = useTexts();
  const pending = usePendingSecondFactor((state) => state.pending);
  const isSignedOut = useSessionStore(({ session }) => session.phase === 'signedOut');
  const { pathname, state } = useLocation();
  // Opened by its address, or already completed: the sign-in page navigates on.
  if (pending === null || !isSignedOut) return <Navigate to={pathname} replace state={state as unknown} />;
  return (
    <Screen title={shell.views.second} plain>
      {'to' in pending.credentials ? (
        <SecondPassword credentials={pending.credentials} />
      ) : (
        <SecondCode
          username={pending.credentials.username}
          targets={secondFactorTargets(pending.challenge.params)}
        />
      )}
    </Screen>
  );
}
