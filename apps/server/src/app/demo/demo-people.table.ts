import type { RoleID } from '@sealflow/domain/roles';

/** One password for every demo account. It is printed at the start and protects nothing. */
export const demoPassword = 'Demo@2026';

export type TenantID = 'huachen' | 'lanhai';

export const demoTenants = [
  {
    tid: 'huachen',
    name: '华辰精密制造有限公司',
    serviceVersion: 'eds-pro_16.2',
    organisations: { 'hc-purchase': '采购部', 'hc-legal': '法务部', 'hc-it': '信息中心' },
  },
  {
    tid: 'lanhai',
    name: '蓝海工程设计院',
    serviceVersion: 'eds-pro_15.4',
    organisations: { 'lh-design': '设计一所', 'lh-office': '院办公室', 'lh-it': '信息中心' },
  },
] as const;

/** Both tenants have the same three classifications, whose only obligation is the watermark. */
export const demoClasses = [
  { id: 'public', name: '公开', level: 0 },
  { id: 'internal', name: '内部', level: 1, isDefault: true },
  { id: 'secret', name: '秘密', level: 2 },
] as const;

export interface DemoMembership {
  tid: TenantID;
  fid: string;
  orgID: string;
  roles: readonly RoleID[];
  clearance: number;
}

export interface DemoPerson {
  /** Their part in the demo, as printed at the start. */
  role: string;
  username: string;
  name: string;
  mobileNo: string | null;
  email: string;
  memberships: readonly DemoMembership[];
}

const users: readonly RoleID[] = ['users'];
const administrators: readonly RoleID[] = ['administrators'];

export const demoPeople: readonly DemoPerson[] = [
  {
    role: 'employee',
    username: 'zhangwei',
    name: '张伟',
    mobileNo: '+8613812345678',
    email: 'zhangwei@huachen.example',
    memberships: [
      { tid: 'huachen', fid: 'hc1001', orgID: 'hc-purchase', roles: users, clearance: 2 },
      { tid: 'lanhai', fid: 'lh2001', orgID: 'lh-design', roles: users, clearance: 2 },
    ],
  },
  {
    role: 'approver',
    username: 'lina',
    name: '李娜',
    mobileNo: '+8613922223333',
    email: 'lina@huachen.example',
    memberships: [
      { tid: 'huachen', fid: 'hc1002', orgID: 'hc-legal', roles: users, clearance: 2 },
      { tid: 'lanhai', fid: 'lh2002', orgID: 'lh-office', roles: users, clearance: 2 },
    ],
  },
  {
    role: 'administrator',
    username: 'wangqiang',
    name: '王强',
    mobileNo: '+8613700001111',
    email: 'wangqiang@huachen.example',
    memberships: [
      { tid: 'huachen', fid: 'hc1003', orgID: 'hc-it', roles: administrators, clearance: 2 },
      { tid: 'lanhai', fid: 'lh2003', orgID: 'lh-it', roles: administrators, clearance: 2 },
    ],
  },
  {
    role: 'colleague',
    username: 'chenjing',
    name: '陈静',
    mobileNo: '+8613566667777',
    email: 'chenjing@huachen.example',
    // Cleared for `internal` and below.
    memberships: [{ tid: 'huachen', fid: 'hc1004', orgID: 'hc-purchase', roles: users, clearance: 1 }],
  },
  {
    role: 'colleague',
    username: 'liuyang',
    name: '刘洋',
    mobileNo: '+8615088889999',
    email: 'liuyang@lanhai.example',
    memberships: [{ tid: 'lanhai', fid: 'lh2004', orgID: 'lh-design', roles: users, clearance: 1 }],
  },
  {
    role: 'no-tenant',
    username: 'zhaomin',
    name: '赵敏',
    mobileNo: null,
    email: 'zhaomin@mail.example',
    memberships: [],
  },
];

/** A pending invitation: 陈静 sees it in Mine and when she chooses an organisation. */
export const demoInvitation = {
  tid: 'lanhai',
  fid: 'lh2005',
  name: '陈静',
  orgID: 'lh-design',
  roles: users,
  username: 'chenjing',
} as const;

export type DemoName = 'zhangwei' | 'lina' | 'wangqiang' | 'chenjing' | 'liuyang';

/** The member id of a demo person in a tenant. */
export function fidOf(tid: TenantID, username: DemoName): string {
  const person = demoPeople.find((one) => one.username === username);
  const membership = person?.memberships.find((one) => one.tid === tid);
  if (!membership) throw new TypeError(`${username} is not a member of ${tid}`);
  return membership.fid;
}
