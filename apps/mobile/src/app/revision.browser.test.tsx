import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, close, file, info, now, open } from '../../testing/app/work-world.ts';
import { json } from '../../testing/session/answers.ts';

beforeAll(() => page.viewport(360, 740));
afterEach(close);

it('submits a returned application again with what its applicant says about the changes', async () => {
  const sent: Record<string, unknown>[] = [];
  const returned = {
    ...info,
    state: 'waiting',
    applicant: { fid: 'fid-t1', name: '王小明' },
    returned: true,
    returnedBy: { person: { fid: 'u2', name: '张伟' }, reason: '请换文件', at: now },
    myTask: { id: 'k9', nodeType: 'initiate', state: 'awaiting', canComplete: false },
  };
  await open('/flowinfo16?flowID=f1', {
    'GET /api/v1/tenants/t1/flows/f1': () => json({ data: returned }),
    'GET /api/v1/tenants/t1/flows/f1/files': () => json({ data: [file] }),
    'GET /api/v1/tenants/t1/flows/f1/versions': () => json({ total: 0, data: [] }),
    'POST /api/v1/tenants/t1/flows/f1/actions/resubmit': async (request) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return json({ data: { id: 'f1', note: '换成了合同', processTime: now, state: 'approving' } });
    },
  });
  await button('修改并重新提交').click();
  await page.getByRole('textbox', { name: /^修改说明/ }).fill(' 换成了合同 ');
  await button('下一步').click();
  await expect.element(page.getByText('换成了合同')).toBeVisible();
  await button('重新提交').click();
  await expect.poll(() => sent).toMatchObject([{ title: '外发合同', note: '换成了合同' }]);
});

it('compares the old and the new version of a replaced file, each as a document of its own', async () => {
  const versionOf = (version: number, uri: string, sha256: string) => ({
    version,
    title: info.title,
    description: info.description,
    details: {},
    detailNames: {},
    files: [{ ...file, fileID: uri, uri, sha256: sha256.repeat(32) }],
    note: null,
    submitAt: now,
    isDecided: false,
  });
  await open('/flowinfo16?flowID=f1', {
    'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, version: 2 } }),
    'GET /api/v1/tenants/t1/flows/f1/files': () => json({ data: [file] }),
    'GET /api/v1/tenants/t1/flows/f1/versions': () =>
      json({ data: [versionOf(1, 'uri-old', 'ab'), versionOf(2, 'uri-new', 'cd')] }),
  });
  await button('比较两个版本').click();
  await expect.element(page.getByRole('dialog', { name: '比较文档' })).toBeVisible();
  const query = new URL(window.location.href).searchParams;
  expect([query.get('preview'), query.get('compare')]).toEqual(['flow:t1:uri-old', 'flow:t1:uri-new']);
});
