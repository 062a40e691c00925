// Creates the organisations in the pictures of the guides, with documents and with tasks for the approver.
import { createApplicant } from './applicant.mjs';
import { seal } from './service-and-pages.mjs';

/** Adds two applications of the same type to the organisation 华辰精密 of the demo. */
export async function prepareHuachen(service) {
  const demo = service.cliJson('demo');
  const tenant = demo.tenants.find(({ id }) => id === 'huachen');
  const account = demo.accounts.find(({ role }) => role === 'approver');
  const owner = demo.accounts.find(({ role }) => role === 'employee');
  const files = ['采购合同.pdf', '年度运营报告.pdf', '三号厂房平面图.png'];
  const sealAll = ({ username }) =>
    files.map((source) => seal(service, { source, tenant: tenant.id, owner: username, folder: username }));
  const apply = await createApplicant(owner, tenant.id);
  const [contract, report] = sealAll(owner);
  await apply({
    type: 'file_decryption',
    title: '解密年度运营报告（年审）',
    description: '会计师事务所年审需要明文，审计结束后删除。',
    paths: [report],
  });
  await apply({
    type: 'file_decryption',
    title: '解密采购合同（招标备案）',
    description: '招标办备案需要合同原文。',
    paths: [contract],
  });
  return {
    demo,
    tenant,
    account,
    documents: sealAll(account),
    plain: '三号厂房产线项目会议纪要.txt',
    classification: '内部',
    newTitle: '解密采购合同（付款审核）',
    newDescription: '财务付款审核需要合同原文。',
  };
}

const password = 'Guide@2026';
const northfield = { id: 'northfield', name: 'Northfield Precision' };
const people = { emma: 'Emma Clark', oliver: 'Oliver Reed', grace: 'Grace Hall' };
const handbook = 'Supplier Handbook.pdf';

/** Creates an English organisation, because the content of the demo is Chinese. */
export async function createNorthfield(service) {
  const { cli } = service;
  createTenants(service);
  const of = ['--tenant', northfield.id];
  const send = (title, text) => cli('message', 'send', title, ...of, '--text', text);
  send(
    'Security training',
    'The annual training is on Thursday at 14:00 in the main hall. Please be on time.',
  );
  send('Storage maintenance', 'Saturday 22:00 to 02:00. Downloaded files stay available.');
  const sealHandbook = (owner) =>
    seal(service, { source: handbook, tenant: northfield.id, owner, folder: owner });
  await applyForHandbook(service, sealHandbook('emma'));
  return {
    tenant: northfield,
    account: { username: 'oliver', password },
    documents: [sealHandbook('oliver')],
    plain: handbook,
    classification: 'Internal',
    newTitle: 'Supplier handbook for the bank',
    newDescription: 'The bank asks for the payment terms.',
  };
}

function createTenants({ cli, runCli }) {
  for (const [index, username] of Object.keys(people).entries()) {
    const phone = `1381111000${index}`;
    runCli(['account', 'create', username, '--phone', phone, '--password-file', '-'], password);
  }
  const first = ['--administrators', `grace=${people.grace}`, '--approvers', `oliver=${people.oliver}`];
  const version = ['--service-version', 'eds-pro_16.2'];
  cli('tenant', 'create', 'Harbour Design', '--id', 'harbour', ...version, ...first);
  cli('tenant', 'create', northfield.name, '--id', northfield.id, ...version, ...first);
  const of = ['--tenant', northfield.id];
  cli('member', 'add', people.emma, ...of, '--account', 'emma');
  const roles = { administrators: 'Administrator', users: 'User', others: 'Other' };
  for (const [role, name] of Object.entries(roles)) cli('role', 'change', role, ...of, '--name', name);
  cli('class', 'create', 'Public', ...of, '--id', 'public', '--level', '0');
  cli('class', 'change', 'internal', ...of, '--name', 'Internal', '--lease', '7d');
  cli('class', 'create', 'Secret', ...of, '--id', 'secret', '--level', '2', '--no-capture', 'yes');
  for (const username of Object.keys(people)) cli('clearance', 'set', username, ...of, '--level', '2');
}

async function applyForHandbook({ cliJson }, path) {
  const apply = await createApplicant({ username: 'emma', password }, northfield.id);
  const { fid } = cliJson('member', 'show', 'grace', '--tenant', northfield.id);
  await apply({
    type: 'trusted_mailbox_application',
    title: 'Mailbox of the steel supplier',
    description: 'For drawings and quotations, for one year.',
    details: { email: 'orders@steel.example' },
  });
  await apply({
    type: 'file_authorization',
    title: 'Supplier handbook for the audit team',
    description: 'The audit team checks the quality clauses.',
    paths: [path],
    details: { fids: [fid], until: null },
  });
  await apply({
    type: 'mail_out',
    title: 'Supplier handbook for Brightwell Ltd',
    description: 'Their quality manager needs the current version.',
    paths: [path],
    details: { to: ['quality@brightwell.example'] },
  });
  for (const [title, description] of [
    ['Supplier handbook for the court', 'The court requires the original text.'],
    ['Supplier handbook for the auditors', 'Annual audit. To be deleted when the audit ends.'],
    ['Supplier handbook for the tender office', 'Required for the tender of hall 3.'],
  ])
    await apply({ type: 'file_decryption', title, description, paths: [path] });
}
