import { useNavigate } from 'react-router';
import { paths } from '../../../app/shell/paths.ts';
import { viewAddress } from '../../../app/shell/view.hook.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.component.tsx';
import { useMaySeal } from './may-seal.hook.ts';

/** The way to protecting a file, for whoever may. */
export function SealButton() {
  const { seal } = useTexts();
  const navigate = useNavigate();
  const isAllowed = useMaySeal();
  if (!isAllowed) return null;
  return (
    <Button wide onClick={() => void navigate(viewAddress(paths.document, 'seal'))}>
      {seal.action}
    </Button>
  );
}
