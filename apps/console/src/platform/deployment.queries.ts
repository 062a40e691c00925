import type { Answer, Body } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from './api.hook.ts';

const deliveryCall = 'GET /api/v1/admin/deployment/delivery';
const masterKeyCall = 'GET /api/v1/admin/deployment/master-key';
const deliveryKey = ['deployment-delivery'];
const masterKeyKey = ['deployment-master-key'];

export type Delivery = Answer<typeof deliveryCall>['data'];
export type DeliveryChannel = keyof Delivery;
export type MailServer = Body<'PUT /api/v1/admin/deployment/mail'>;
export type SmsGateway = Body<'PUT /api/v1/admin/deployment/sms'>;

/** The settings of mail and text messages, without their secrets. */
export function useDelivery() {
  const api = useApi();
  return useQuery({
    queryKey: deliveryKey,
    queryFn: async ({ signal }) => (await api.call(deliveryCall, { signal })).data,
  });
}

/** The calls that change and test the settings of mail and text messages. */
export function useDeliveryActs() {
  const api = useApi();
  const queries = useQueryClient();
  const store = (change: Partial<Delivery>) =>
    queries.setQueryData<Delivery>(deliveryKey, (known) => known && { ...known, ...change });
  return {
    setMail: async (body: MailServer) =>
      store({ mail: (await api.call('PUT /api/v1/admin/deployment/mail', { body })).data }),
    setSms: async (body: SmsGateway) =>
      store({ sms: (await api.call('PUT /api/v1/admin/deployment/sms', { body })).data }),
    clear: async (channel: DeliveryChannel) => {
      if (channel === 'mail') store({ mail: (await api.call('DELETE /api/v1/admin/deployment/mail')).data });
      else store({ sms: (await api.call('DELETE /api/v1/admin/deployment/sms')).data });
    },
    test: async (channel: DeliveryChannel, to: string) => {
      const body = { to };
      if (channel === 'mail') await api.call('POST /api/v1/admin/deployment/actions/test-mail', { body });
      else await api.call('POST /api/v1/admin/deployment/actions/test-sms', { body });
    },
  };
}

/** Where the master key is, and whether an operator has confirmed a copy of it. */
export function useMasterKey() {
  const api = useApi();
  return useQuery({
    queryKey: masterKeyKey,
    queryFn: async ({ signal }) => (await api.call(masterKeyCall, { signal })).data,
  });
}

/** Records that a copy of the master key is stored apart from the data. */
export function useConfirmMasterKeyCopy() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /api/v1/admin/deployment/master-key/actions/confirm-copy'),
    onSuccess: ({ data }) => queries.setQueryData(masterKeyKey, data),
  });
}
