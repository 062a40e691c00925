import { useLocation, useNavigate } from 'react-router';
import { viewAddress } from '../../app/shell/view.hook.ts';

/** Goes to the second step of the way in; the place to come back to travels along. */
export function useSecondStep(): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return async () => navigate(viewAddress(pathname, 'second'), { state: state as unknown });
}
