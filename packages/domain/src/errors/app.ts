import { client, network, server, tip } from './entry.ts';

/** Errors of no area in particular, and those of the line. */
export const appErrors = {
  'app.unknown_error': server(
    500,
    'unknown error',
    '未能解析的错误',
    'Something went wrong that we cannot name',
  ),
  'app.invalid_request': server(400, 'invalid request', '请求内容有误', 'The request is not valid'),
  'app.record_not_found': server(404, 'record not found', '记录不存在', 'No such record'),
  'app.call_not_found': server(404, 'call not found', '网页未找到', 'Page not found'),
  'app.too_many_requests': server(
    429,
    'too many requests',
    '操作过于频繁，请稍后再试',
    'Too many requests. Please try again in a moment',
  ),
  'app.payload_too_large': server(413, 'payload too large', '提交的内容过大', 'The request is too large'),
  'app.no_rights': server(403, 'no rights', '没有操作权限', 'You do not have the right to do this'),
  'app.no_demo': server(404, 'no demo data', '没有演示数据', 'There is no demo data'),
  'app.app_key_not_specified': server(
    400,
    'app-key not specified',
    '未指定应用标识',
    'The application key is missing',
  ),
  'app.app_key_token_error': server(
    401,
    'app-key token error',
    '应用标识令牌错误',
    'The application key is not valid',
  ),
  'app.customer_user_not_found': server(
    404,
    'customer user not found',
    '企业用户不存在',
    'The organisation does not know this user',
  ),
  'app.generate_user_token_error': server(
    500,
    'generate user token error',
    '生成用户令牌失败',
    'No sign-in token could be made',
  ),
  'app.network_error': network(
    ['network error', 'Network Error', 'Failed to fetch'],
    '网络异常，请检查网络',
    'Network error. Please check your connection',
  ),
  'app.bad_gateway': network(
    ['502', 'Bad Gateway'],
    '服务器访问异常',
    'The server cannot be reached at the moment',
  ),
  'app.timeout': network(
    ['timeout', 'timeout of'],
    '请求超时（{seconds} 秒）',
    'No answer within {seconds} seconds',
  ),
  'app.page_not_found': network('404', '网页未找到', 'Page not found'),
  'app.server_unreachable': network(
    ['i/o timeout', 'connection refused'],
    '无法连接服务器',
    'Unable to connect to the server',
  ),
  'app.offline': { ...network('offline', '当前没有网络', 'You are offline'), color: 'info' },
  'app.image_load_failed': client(
    'image failed to load',
    '图片加载失败，可能已被后台删除',
    'The image failed to load. It may have been deleted',
  ),
  'app.rights_unreadable': client('rights unreadable', '读取权限异常', 'Your rights could not be read'),
  'router.change_page_abnormally': client(
    'change page abnormally',
    '页面跳转异常',
    'The page could not be opened',
  ),
  'config.not_found': server(404, 'config param not found', '配置项不存在', 'No such setting'),
  'location.not_available': client(
    'location not available',
    '无法获取位置',
    'Your position is not available',
  ),
  'location.invalid': server(400, 'invalid location', '位置信息有误', 'The position is not valid'),
  'update.check_failed': client('update check failed', '检查更新失败', 'Could not check for updates'),
  'update.download_failed': client(
    'update download failed',
    '更新下载失败',
    'The update could not be downloaded',
  ),
  'update.no_release': server(404, 'no release', '暂无可用版本', 'There is no release yet'),
  'update.latest_installed': tip(
    'success',
    'latest version installed',
    '已安装最新版本',
    'Latest version installed',
  ),
} as const;
