import { client, foreign, server, tip } from './entry.ts';

/** Files, protected documents and their keys, messages. */
export const documentErrors = {
  'message.empty_creation': server(
    400,
    'empty creation error',
    '消息内容不能为空',
    'The message can’t be empty',
  ),
  'message.not_found': server(404, 'message not found', '消息不存在', 'No such message'),
  'message.idempotency_key_reused': server(
    422,
    'idempotency key reused',
    '重复的请求内容不一致',
    'A repeated request had different content',
  ),
  'message.session_not_found': server(404, 'session not found', '会话不存在', 'No such conversation'),
  'file.no_file_found': server(400, 'no file found', '没有找到文件', 'No file found'),
  'file.file_does_not_exist': server(404, 'file does not exist', '文件不存在', 'The file doesn’t exist'),
  'file.error_checking_file': foreign(500, 'error checking file', '检查文件出错', 'Couldn’t check the file'),
  'file.too_large': server(413, 'file too large', '文件过大', 'The file is too large'),
  'file.type_not_allowed': server(
    415,
    'file type not allowed',
    '不允许上传此类文件（{type}）',
    'Files of this type ({type}) aren’t allowed',
  ),
  'file.quota_exceeded': server(
    413,
    'file quota exceeded',
    '存储空间已满，请删除不需要的文件后重试',
    'Storage is full. Delete files you no longer need and try again',
  ),
  'file.infected': server(
    422,
    'file infected',
    '文件含有病毒，已拒绝上传',
    'The file contains a virus, so the upload was refused',
  ),
  'file.scan_failed': server(
    503,
    'file scan failed',
    '文件暂时无法进行病毒检查，请稍后再试',
    'The file can’t be scanned for viruses right now. Try again later',
  ),
  'file.in_use': server(
    409,
    'file in use',
    '文件已被流程引用，不能删除',
    'An application uses this file, so it can’t be deleted',
  ),
  'file.range_not_satisfiable': server(
    416,
    'range not satisfiable',
    '请求的范围超出文件',
    'The requested range is outside the file',
  ),
  'file.open_failed': client(
    'open failed',
    '文件打开失败，可能不是当前企业的文件',
    'Couldn’t open the file. It may not belong to the current organisation',
  ),
  'file.upload_failed': client('upload failed', '上传失败', 'Upload failed'),
  'file.not_readable': client(
    'file not readable',
    '无法读取所选文件，请重新选择',
    'Couldn’t read the file. Choose it again',
  ),
  'file.download_failed': client('download failed', '下载失败', 'Download failed'),
  'file.no_tenant': client(
    'no tenant',
    '没有权限预览，因为无租户信息',
    'You don’t have permission to preview this, because you have no organisation',
  ),
  'file.storage_full': client('storage full', '设备存储空间不足', 'The device is out of storage space'),
  'file.storage_busy': client(
    'storage busy',
    '设备存储正被本应用的其他窗口占用，请关闭其他窗口后重试',
    'Another window of this app is using the storage. Close it and try again',
  ),
  'file.storage_interrupted': client(
    'storage interrupted',
    '设备存储的操作被中断，更改可能未保存，请重试',
    'Storage access was interrupted. Your change may not be saved. Try again',
  ),
  'file.permission_granted': tip(
    'success',
    'storage permission granted',
    '文档操作权限申请成功',
    'File access allowed',
  ),
  'file.permission_refused': client(
    'storage permission refused',
    '文档操作权限申请失败，影响文档预览功能',
    'File access denied. Documents can’t be previewed properly',
  ),
  'key.classification_not_found': server(
    404,
    'classification not found',
    '密级不存在',
    'No such classification',
  ),
  'key.document_not_found': server(404, 'document not found', '文档不存在', 'No such document'),
  'key.document_exists': server(409, 'document exists', '文档已登记', 'This document is already registered'),
  'key.request_invalid': server(400, 'key request invalid', '密钥请求有误', 'The key request is invalid'),
  'key.access_denied': server(
    403,
    'key access denied',
    '您没有权限打开此文档',
    'You don’t have permission to open this document',
  ),
  'key.document_withdrawn': server(
    403,
    'document withdrawn',
    '此文档已被撤回',
    'This document has been withdrawn',
  ),
  'key.document_damaged': client(
    'document damaged',
    '文档已损坏或被篡改',
    'The document is damaged or has been tampered with',
  ),
} as const;
