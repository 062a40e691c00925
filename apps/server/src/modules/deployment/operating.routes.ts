import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import {
  clearDelivery,
  type DeliveryServices,
  describeDelivery,
  describeMail,
  describeSms,
  sendTestMail,
  sendTestSms,
  setMailServer,
  setSmsGateway,
} from './delivery.usecases.ts';
import {
  confirmMasterKeyCopy,
  describeMasterKey,
  type MasterKeyCopyServices,
} from './master-key-copy.usecases.ts';

/** What an operator sets up once: mail, text messages, and a copy of the master key. */
export function operatingRoutes(
  app: FastifyInstance,
  services: DeliveryServices & MasterKeyCopyServices,
): void {
  mailRoutes(app, services);
  smsRoutes(app, services);
  route(app, 'GET /api/v1/admin/deployment/delivery', async () => ({
    data: await describeDelivery(services),
  }));
  route(app, 'GET /api/v1/admin/deployment/master-key', async () => ({
    data: await describeMasterKey(services),
  }));
  route(app, 'POST /api/v1/admin/deployment/master-key/actions/confirm-copy', async ({ operator }) => ({
    data: await confirmMasterKeyCopy(services, operator.operatorID),
  }));
}

function mailRoutes(app: FastifyInstance, services: DeliveryServices): void {
  route(app, 'PUT /api/v1/admin/deployment/mail', async ({ operator, body }) => {
    await setMailServer(services, operator.operatorID, body);
    return { data: await describeMail(services) };
  });
  route(app, 'DELETE /api/v1/admin/deployment/mail', async ({ operator }) => {
    await clearDelivery(services, operator.operatorID, 'mail');
    return { data: await describeMail(services) };
  });
  route(app, 'POST /api/v1/admin/deployment/actions/test-mail', async ({ operator, body }) => {
    await sendTestMail(services, operator.operatorID, body.to);
    return undefined;
  });
}

function smsRoutes(app: FastifyInstance, services: DeliveryServices): void {
  route(app, 'PUT /api/v1/admin/deployment/sms', async ({ operator, body }) => {
    await setSmsGateway(services, operator.operatorID, body);
    return { data: await describeSms(services) };
  });
  route(app, 'DELETE /api/v1/admin/deployment/sms', async ({ operator }) => {
    await clearDelivery(services, operator.operatorID, 'sms');
    return { data: await describeSms(services) };
  });
  route(app, 'POST /api/v1/admin/deployment/actions/test-sms', async ({ operator, body }) => {
    await sendTestSms(services, operator.operatorID, body.to);
    return undefined;
  });
}
