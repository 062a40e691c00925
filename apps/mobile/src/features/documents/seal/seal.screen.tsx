import { LockIcon } from '@sealflow/ui/icons.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useTenant } from '../../../platform/session/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useQueryParams } from '../../../shell/navigation/query-params.hook.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useCanSeal } from './can-seal.hook.ts';
import { SealForm } from './seal-form.component.tsx';
import { SealedPage } from './sealed-page.component.tsx';

/** /document?view=seal: seals a file; &sealed=… shows the sealed file. */
export default function SealScreen() {
  const { shell, seal } = useTexts();
  const navigate = useNavigate();
  const { state } = useLocation();
  const tenant = useTenant();
  const isAllowed = useCanSeal();
  const sealed = useQueryParams().get('sealed');
  if (tenant === null || !isAllowed) {
    return (
      <Screen title={shell.views.seal}>
        <EmptyState icon={<LockIcon size={48} />} title={seal.notAllowed} hint={seal.notAllowedHint} />
      </Screen>
    );
  }
  // Replaces the history entry: the form is empty now, so back leads to the page where sealing began.
  const show = (about: Readonly<Record<string, string>>) =>
    navigate(viewAddress(paths.document, 'seal', about), { replace: true, state });
  return sealed === null ? (
    <SealForm key={tenant.tid} tenant={tenant} onSealed={(fileID) => show({ sealed: fileID })} />
  ) : (
    <SealedPage key={sealed} fileID={sealed} onAnother={() => show({})} />
  );
}
