import { useTexts } from '../../i18n/index.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { AuditPage } from './audit-page.component.tsx';

/** The audit chain of an organisation. */
export default function AuditScreen() {
  const { shell, audit } = useTexts();
  return <AuditPage scope={useTenantID()} title={shell.areas.audit} lead={audit.lead} />;
}
