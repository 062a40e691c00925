import { DecisionScreen } from './decision-screen.component.tsx';

/** /taskagree?flowID=…&taskID=… */
export default function TaskAgreeScreen() {
  return <DecisionScreen action="approve" />;
}
