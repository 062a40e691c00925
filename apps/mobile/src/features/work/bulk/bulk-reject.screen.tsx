import { BulkForm } from './bulk-form.component.tsx';

/** /taskrefuse?view=bulk: rejects the selected tasks. */
export default function BulkRejectScreen() {
  return <BulkForm action="reject" />;
}
