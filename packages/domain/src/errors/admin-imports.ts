import { server } from './entry.ts';

/** Refusals of imports of people, and the faults of their rows. */
export const adminImportErrors = {
  'admin.import_not_found': server(
    404,
    'import not found',
    '导入任务不存在或已过期',
    'No such import, or it has expired',
  ),
  'admin.import_exists': server(
    409,
    'import exists',
    '该导入标识已用于其他文件',
    'This import ID is already used for another file',
  ),
  'admin.import_state_error': server(
    409,
    'import state error',
    '导入任务的当前状态不允许此操作，请刷新后再试',
    'The import is in a state that doesn’t allow this. Refresh and try again',
  ),
  'admin.import_incomplete': server(
    409,
    'import incomplete',
    '文件尚未上传完整，请重新上传',
    'Some rows of the file are missing. Upload it again',
  ),
  'admin.import_rows_exceed_total': server(
    409,
    'more rows than the total of the import',
    '行数超过导入任务声明的总数',
    'There are more rows than the import was created for',
  ),
  'admin.too_many_imports': server(
    409,
    'too many imports',
    '未完成的导入任务过多，请先完成或取消',
    'Too many imports are unfinished. Finish or cancel one first',
  ),
  'admin.import_starter_left': server(
    403,
    'import starter has no rights',
    '启动导入的管理员已无权限，导入已停止',
    'The administrator who started the import no longer has the right to, so it stopped',
  ),
  'admin.row_name_missing': server(400, 'row without name', '缺少姓名', 'The name is missing'),
  'admin.row_contact_missing': server(
    400,
    'row without contact',
    '缺少手机号、邮箱或用户名',
    'A phone number, an email or a username is missing',
  ),
  'admin.row_phone_invalid': server(
    400,
    'row phone invalid',
    '手机号格式错误',
    'The phone number is invalid',
  ),
  'admin.row_email_invalid': server(400, 'row email invalid', '邮箱格式错误', 'The email address is invalid'),
  'admin.row_username_invalid': server(
    400,
    'row username invalid',
    '用户名只能包含文字、数字和 . _ -，且不能是手机号',
    'A username has letters, digits and . _ - only, and can’t be a phone number',
  ),
  'admin.row_id_invalid': server(
    400,
    'row ID invalid',
    '编号格式错误',
    'The ID contains characters that aren’t allowed, or is too long',
  ),
  'admin.row_clearance_invalid': server(
    400,
    'row clearance invalid',
    '密级须为 0 到 1000 的整数',
    'The clearance must be a whole number from 0 to 1000',
  ),
  'admin.row_department_invalid': server(
    400,
    'row department invalid',
    '部门路径格式错误，请使用“总部/研发部”这样的写法',
    'The department must be a path such as “Head office/Development”',
  ),
  'admin.row_text_too_long': server(400, 'row text too long', '内容过长', 'The text is too long'),
  'admin.row_repeated': server(
    409,
    'row repeated',
    '与第 {row} 行是同一人',
    'This is the same person as in row {row}',
  ),
  'admin.row_ambiguous': server(
    409,
    'row ambiguous',
    '匹配到多名成员，请填写工号或成员编号',
    'This matches several members. Add the staff ID or the member ID',
  ),
  'admin.row_staff_id_differs': server(
    409,
    'row staff ID differs',
    '该成员已有其他工号',
    'This member has another staff ID',
  ),
} as const;
