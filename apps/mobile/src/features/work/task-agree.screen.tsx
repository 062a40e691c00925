import { useSearchParams } from 'react-router';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/state.component.tsx';
import { DecisionForm } from './decision-form.component.tsx';
import { readAddress } from './flow-address.rules.ts';

/** /taskagree?flowID=…&taskID=… */
export default function TaskAgreeScreen() {
  const { shell, work } = useTexts();
  const [query] = useSearchParams();
  const address = readAddress(query);
  if (address !== null) return <DecisionForm key={address.flowID} verdict="approve" address={address} />;
  return (
    <Screen title={shell.titles.taskagree}>
      <EmptyState title={work.notFound} />
    </Screen>
  );
}
