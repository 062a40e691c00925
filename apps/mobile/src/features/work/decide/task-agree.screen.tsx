import { DecisionScreen } from './decision-screen.component.tsx';

/** /taskagree?flowID=…&taskID=…: approves a task. */
export default function TaskAgreeScreen() {
  return <DecisionScreen action="approve" />;
}
