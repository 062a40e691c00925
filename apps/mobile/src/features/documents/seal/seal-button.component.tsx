import { useNavigate } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { Button } from '../../../ui/button.component.tsx';
import { useCanSeal } from './can-seal.hook.ts';

/** Opens the sealing screen; hidden without the right to seal. */
export function SealButton() {
  const { seal } = useTexts();
  const navigate = useNavigate();
  const isAllowed = useCanSeal();
  if (!isAllowed) return null;
  return (
    <Button wide onClick={() => void navigate(viewAddress(paths.document, 'seal'))}>
      {seal.action}
    </Button>
  );
}
