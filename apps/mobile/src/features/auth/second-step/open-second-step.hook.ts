import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';

/** Navigates to the second step of the sign-in and keeps the history state, which has the page to return to. */
export function useOpenSecondStep(): () => void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return () => navigate(viewAddress(pathname, 'second'), { state });
}
