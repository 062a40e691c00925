import type { Command } from './command.port.ts';
import { onlyPositional, required } from './given.adapter.ts';

export const withdrawCommand: Command = {
  name: 'documents withdraw',
  usage: 'documents withdraw DOCUMENT-ID --tenant ID [--json]',
  summary: 'takes a document back: nobody gets a use licence for it any more',
  options: { tenant: { type: 'string' } },
  details: ['Devices that hold a licence lose it when they next ask the service.'],
  run: async (given) => {
    const tid = required(given, 'tenant');
    const documentID = onlyPositional(given, 'DOCUMENT-ID');
    const { call } = await given.service();
    const params = { tid, documentID };
    await call('POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw', { params });
    return { json: { documentID, withdrawn: true }, lines: [`${documentID} is withdrawn`] };
  },
};
