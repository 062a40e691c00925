import { server } from './entry.ts';

/** Registrations for pushes. */
export const pushErrors = {
  'push.alias_invalid': server(
    400,
    'push alias invalid',
    '推送别名或标签与当前账号不符',
    'The push alias and tags must match the signed-in account',
  ),
  'push.token_invalid': server(400, 'push token invalid', '推送令牌有误', 'The push token is invalid'),
  'push.endpoint_refused': server(
    400,
    'push endpoint refused',
    '不允许的推送地址',
    'Push notifications can’t be sent to this address',
  ),
  'push.provider_not_configured': server(
    409,
    'push provider not configured',
    '服务未启用此推送通道（{provider}）',
    'This push provider ({provider}) isn’t enabled on this service',
  ),
} as const;
