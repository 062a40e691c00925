import { useTexts } from '../../i18n/index.ts';
import { AuditPage } from './audit-page.component.tsx';

/** The audit chain of the deployment, for operators. */
export default function OperatorAuditScreen() {
  const { shell, audit } = useTexts();
  return <AuditPage scope={null} title={shell.areas.operatorAudit} lead={audit.deploymentLead} />;
}
