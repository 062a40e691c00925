import { useTexts } from '../../../i18n/index.ts';
import { AgreementView } from './agreement.component.tsx';

export default function PrivacyScreen() {
  const { shell } = useTexts();
  return <AgreementView name="privacy" title={shell.titles.privacy} />;
}
