import { client, server, tip } from './entry.ts';

/** Updates of the app, and their publication. */
export const updateErrors = {
  'update.check_failed': client('update check failed', '检查更新失败', 'Couldn’t check for updates'),
  'update.download_failed': client('update download failed', '更新下载失败', 'Couldn’t download the update'),
  'update.package_untrusted': client(
    'update package untrusted',
    '安装包校验未通过，已删除，请联系管理员',
    'The update package failed verification and was deleted. Contact your administrator',
  ),
  'update.package_not_newer': client(
    'update package not newer',
    '安装包的版本不高于当前版本',
    'The update package isn’t newer than this app',
  ),
  'update.install_not_allowed': client(
    'update install not allowed',
    '请在系统设置中允许密件通安装应用，再返回重试',
    'Allow Sealflow to install apps in the system settings, then try again',
  ),
  'update.install_failed': client(
    'update install failed',
    '系统未能安装更新，请稍后重试',
    'The system couldn’t install the update. Try again later',
  ),
  'update.no_installer': client(
    'update no installer',
    '这台手机没有可打开安装包的程序，请联系管理员获取新版本',
    'No app on this phone can open the update package. Ask your administrator for the new version',
  ),
  'update.no_release': server(404, 'no release', '暂无可用版本', 'No release available yet'),
  'update.release_not_found': server(404, 'release not found', '该版本不存在', 'No such release'),
  'update.version_not_newer': server(
    409,
    'version not newer',
    '版本必须高于已发布的 {latest}（应用比较前三段，热更新包比较四段）',
    'The version must be higher than the published {latest} (apps compare the first three numbers, bundles four)',
  ),
  'update.file_invalid': server(
    422,
    'release file invalid',
    '文件不是可发布的安装包或更新包',
    'The file isn’t an app package or bundle that can be published',
  ),
  'update.signature_invalid': server(
    422,
    'bundle signature invalid',
    '更新包签名与配置的公钥不符',
    'The bundle signature doesn’t match the configured public key',
  ),
  'update.bundle_key_missing': server(
    409,
    'bundle key missing',
    '尚未配置更新包公钥，不能发布更新包',
    'No bundle public key is configured, so bundles can’t be published',
  ),
  'update.latest_installed': tip(
    'success',
    'latest version installed',
    '已安装最新版本',
    'Latest version installed',
  ),
} as const;
