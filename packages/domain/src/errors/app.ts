import { client, foreign, network, server } from './entry.ts';

/** Errors of no area in particular, and those of the line. */
export const appErrors = {
  'app.unknown_error': server(500, 'unknown error', '未能解析的错误', 'Something went wrong (unknown error)'),
  'app.unavailable': server(
    503,
    'service unavailable',
    '服务暂时不可用，请稍后再试',
    'The service is temporarily unavailable. Try again later',
  ),
  'app.invalid_request': server(400, 'invalid request', '请求内容有误', 'The request is invalid'),
  'app.signature_invalid': foreign(
    401,
    ['signature invalid', 'signature is invalid'],
    '签名无效，请重新登录后再试',
    'Invalid signature. Sign in again, then retry',
  ),
  'app.record_not_found': foreign(404, 'record not found', '记录不存在', 'No such record'),
  'app.call_not_found': server(404, 'call not found', '网页未找到', 'Page not found'),
  'app.too_many_requests': server(
    429,
    'too many requests',
    '操作过于频繁，请稍后再试',
    'Too many requests. Try again in a moment',
  ),
  'app.payload_too_large': server(413, 'payload too large', '提交的内容过大', 'The request is too large'),
  'app.no_rights': server(403, 'no rights', '没有操作权限', 'You don’t have permission to do this'),
  'app.no_demo': server(404, 'no demo data', '没有演示数据', 'There is no demo data'),
  'app.app_key_not_specified': foreign(
    400,
    'app-key not specified',
    '未指定应用标识',
    'The app key is missing',
  ),
  'app.app_key_token_error': foreign(
    401,
    'app-key token error',
    '应用标识令牌错误',
    'The app key is invalid',
  ),
  'app.customer_user_not_found': foreign(
    404,
    'customer user not found',
    '企业用户不存在',
    'This user doesn’t exist in the organisation',
  ),
  'app.generate_user_token_error': foreign(
    500,
    'generate user token error',
    '生成用户令牌失败',
    'Couldn’t create a sign-in token',
  ),
  'app.network_error': network(
    ['network error', 'Network Error', 'Failed to fetch'],
    '网络异常，请检查网络',
    'Network error. Check your connection',
  ),
  'app.bad_gateway': network(['502', 'Bad Gateway'], '服务器访问异常', 'Can’t reach the server right now'),
  'app.timeout': network(
    ['timeout', 'timeout of'],
    '请求超时（{seconds} 秒）',
    'The request timed out after {seconds} seconds',
  ),
  'app.page_not_found': network('404', '网页未找到', 'Page not found'),
  'app.server_unreachable': server(504, 'i/o timeout', '无法连接服务器', 'Unable to connect to the server'),
  'app.connection_refused': server(
    502,
    'connection refused',
    '服务连接失败',
    'Couldn’t connect to the service',
  ),
  'app.offline': { ...network('offline', '当前没有网络', 'You’re offline'), color: 'info' },
  'app.image_load_failed': client(
    'image failed to load',
    '图片加载失败，可能已被后台删除',
    'Couldn’t load the image. It may have been deleted',
  ),
  'app.device_locked': client(
    'device locked',
    '手机已锁定，无法读取登录信息。请解锁手机后重试',
    'The phone is locked, so your sign-in can’t be read. Unlock it and try again',
  ),
  'app.rights_unreadable': client('rights unreadable', '读取权限异常', 'Couldn’t load your permissions'),
  'router.change_page_abnormally': client('change page abnormally', '页面跳转异常', 'Couldn’t open the page'),
  'config.not_found': server(404, 'config param not found', '配置项不存在', 'No such setting'),
  'location.not_available': client('location not available', '无法获取位置', 'Couldn’t get your location'),
  'location.invalid': server(400, 'invalid location', '位置信息有误', 'The location is invalid'),
  // The "others" of section 8: any call can return them.
  'file.file_does_not_exist': server(404, 'file does not exist', '文件不存在', 'The file doesn’t exist'),
  'file.error_checking_file': foreign(500, 'error checking file', '检查文件出错', 'Couldn’t check the file'),
} as const;
