import { DecisionScreen } from './decision-screen.component.tsx';

/** /taskrefuse?flowID=…&taskID=… */
export default function TaskRefuseScreen() {
  return <DecisionScreen action="reject" />;
}
