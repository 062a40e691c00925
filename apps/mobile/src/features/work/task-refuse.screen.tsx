import { useSearchParams } from 'react-router';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/state.component.tsx';
import { DecisionForm } from './decision-form.component.tsx';
import { readAddress } from './flow-address.rules.ts';

/** /taskrefuse?flowID=…&taskID=… */
export default function TaskRefuseScreen() {
  const { shell, work } = useTexts();
  const [query] = useSearchParams();
  const address = readAddress(query);
  if (address !== null) return <DecisionForm key={address.flowID} verdict="reject" address={address} />;
  return (
    <Screen title={shell.titles.taskrefuse}>
      <EmptyState title={work.notFound} />
    </Screen>
  );
}
