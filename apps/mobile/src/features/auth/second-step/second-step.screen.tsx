import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useSessionStore } from '../../../platform/session/index.ts';
import { Navigate, useLocation } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { usePendingSecondFactor } from './pending-second-factor.store.ts';
import { SecondCode } from './second-code.component.tsx';
import { SecondPassword } from './second-password.component.tsx';
import { acceptsTotp, secondFactorTargets } from './second-step.rules.ts';
import { SecondTotp } from './second-totp.component.tsx';

/**
 * /pwdlogin?view=second, /reglogin?view=second: the second factor of a sign-in, if the organisation requires
 * both.
 */
export default function SecondStepScreen() {
  const { shell } = useTexts();
  const pending = usePendingSecondFactor((state) => state.pending);
  const isSignedOut = useSessionStore(({ session }) => session.phase === 'signedOut');
  const { pathname, state } = useLocation();
  const [isCodeChosen, setIsCodeChosen] = useState(false);
  // Opened by its address, or already completed: the sign-in page navigates on.
  if (pending === null || !isSignedOut) return <Navigate to={pathname} replace state={state} />;
  const { credentials, challenge } = pending;
  const targets = secondFactorTargets(challenge.params);
  return (
    <Screen title={shell.views.second} plain>
      {'to' in credentials ? (
        <SecondPassword credentials={credentials} />
      ) : acceptsTotp(challenge.params) && !isCodeChosen ? (
        <SecondTotp
          username={credentials.username}
          challenge={String(challenge.params['challenge'])}
          onOtherWay={targets.length === 0 ? null : () => setIsCodeChosen(true)}
        />
      ) : (
        <SecondCode username={credentials.username} targets={targets} />
      )}
    </Screen>
  );
}
