import { useLocation, useNavigate } from 'react-router';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';

/** Navigates to the second step of the sign-in and keeps the history state, which has the page to return to. */
export function useOpenSecondStep(): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return async () => navigate(viewAddress(pathname, 'second'), { state: state as unknown });
}
