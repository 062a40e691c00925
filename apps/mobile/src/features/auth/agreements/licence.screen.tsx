import { useTexts } from '../../../i18n/index.ts';
import { AgreementView } from './agreement.component.tsx';

export default function LicenceScreen() {
  const { shell } = useTexts();
  return <AgreementView name="licence" title={shell.titles.licence} />;
}
