import { DecisionScreen } from './decision-screen.component.tsx';

/** /taskrefuse?flowID=…&taskID=…: rejects a task. */
export default function TaskRefuseScreen() {
  return <DecisionScreen action="reject" />;
}
