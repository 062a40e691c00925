import { BulkForm } from './bulk-form.component.tsx';

/** /taskrefuse?view=bulk: rejecting what was selected in the list. */
export default function BulkRejectScreen() {
  return <BulkForm action="reject" />;
}
