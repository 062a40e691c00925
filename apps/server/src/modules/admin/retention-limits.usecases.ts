import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { TenantChange } from '../tenants/tenant-settings.usecases.ts';

/** The longest times for which the deployment keeps content, in days; null: unlimited. */
export interface RetentionLimits {
  readonly messages: number | null;
  readonly applications: number | null;
}

/**
 * A tenant keeps content for at most the time of the deployment, which promises it to all people.
 * @throws ServiceError `admin.retention_too_long`.
 */
export function assertRetention(
  limits: RetentionLimits,
  { messageDays, applicationDays }: Pick<TenantChange, 'messageDays' | 'applicationDays'>,
): void {
  const isTooLong = (days: number | null | undefined, limit: number | null) =>
    days != null && limit !== null && days > limit;
  if (isTooLong(messageDays, limits.messages) || isTooLong(applicationDays, limits.applications))
    throw new ServiceError('admin.retention_too_long');
}
