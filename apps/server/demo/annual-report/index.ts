import { barChart } from './charts.ts';
import { type Branch, branches, grouped, months, sum } from './figures.ts';
import { branchPages } from './pages.ts';

const pagesBefore = 4;
const pagesPerBranch = 5;

/** The report as HTML: four pages of the company, five of each branch, one of notes; 200 in all. */
export function annualReport(): string {
  const body = [cover(), contents(), company(), regionsPage(), ...branches.flatMap(branchPages), notes()];
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>年度运营报告</title>
<link rel="stylesheet" href="document.css"><style>
.cover h1 { font-size: 30pt; margin: 80mm 0 6mm; }
.cover p, .contents p { text-indent: 0; }
.contents { columns: 3; font-size: 10.5pt; }
.contents p { display: flex; justify-content: space-between; }
svg { width: 100%; font: 11px "WenQuanYi Micro Hei", sans-serif; fill: #333; margin: 2mm 0 4mm; }
</style></head><body>${body.join('\n')}</body></html>`;
}

function cover(): string {
  return `<section class="cover"><h1>年度运营报告</h1><p>星澜精密制造集团　二〇二五年度</p><p>经营管理部编制　　二〇二六年二月</p>
<p style="margin-top:70mm">内部资料　请勿外传</p></section>`;
}

function contents(): string {
  const lines = branches.map(
    (branch, index) =>
      `<p><span>${branch.name}分公司</span><span>${pagesBefore + index * pagesPerBranch + 1}</span></p>`,
  );
  return `<section><h1>目　录</h1><p class="plain">集团概况　3　　大区汇总　4　　附注　200</p><div class="contents">${lines.join('')}</div></section>`;
}

const perMonth = (key: 'revenue' | 'cost', of: Branch[]) =>
  months.map((_, month) => sum(of.map((branch) => branch[key][month] ?? 0)));

function company(): string {
  const revenue = perMonth('revenue', branches);
  const cost = perMonth('cost', branches);
  const [all, spent] = [sum(revenue), sum(cost)];
  return `<section class="page"><h1>集团概况</h1>
<p>报告期内集团下设 ${branches.length} 家分公司，年末员工 ${grouped(sum(branches.map((branch) => branch.staff)))} 人。全年实现营业收入 ${grouped(all)} 万元，毛利 ${grouped(all - spent)} 万元，毛利率 ${((100 * (all - spent)) / all).toFixed(1)}%。</p>
${barChart([
  { name: '收入（万元）', values: revenue, colour: '#2f6fb3' },
  { name: '成本（万元）', values: cost, colour: '#c9a15b' },
])}
<p>全年工作围绕“稳交付、降成本、强服务”展开。三号厂房智能产线完成招标，预计二〇二六年末投产；工业软件与运维服务收入占比继续提高；集团文档全面加密，外发文件一律经审批解密，全年未发生泄密事件。</p>
<p>本报告依据各分公司经审核的月度报表汇编，每家分公司依次列示经营概况、月度明细、产品线构成、交付与质量、下年度计划。</p></section>`;
}

function regionsPage(): string {
  const names = [...new Set(branches.map((branch) => branch.region))];
  const rows = names.map((name) => {
    const of = branches.filter((branch) => branch.region === name);
    const revenue = sum(perMonth('revenue', of));
    const profit = revenue - sum(perMonth('cost', of));
    const staff = sum(of.map((branch) => branch.staff));
    return `<tr><td>${name}</td>${[of.length, staff, revenue, profit].map((value) => `<td class="n">${grouped(value)}</td>`).join('')}<td class="n">${((100 * profit) / revenue).toFixed(1)}%</td></tr>`;
  });
  return `<section class="page"><h1>大区汇总</h1>
<table><tr><th>大区</th><th>分公司</th><th>员工</th><th>收入（万元）</th><th>毛利（万元）</th><th>毛利率</th></tr>${rows.join('')}</table>
<p>各大区收入按月分布见下图，以华东、华南、华北三个大区为例。</p>
${barChart(
  ['华东', '华南', '华北'].map((name, index) => ({
    name,
    values: perMonth(
      'revenue',
      branches.filter((branch) => branch.region === name),
    ),
    colour: ['#2f6fb3', '#2e8b6f', '#c9a15b'][index] ?? '#333',
  })),
)}</section>`;
}

function notes(): string {
  return `<section class="page"><h1>附　注</h1>
<p>一、本报告所称收入均为不含税收入，毛利为收入减去直接成本，未扣除期间费用。</p>
<p>二、准时交付率以合同约定日期为准，经客户书面同意延期的按新日期统计。</p>
<p>三、同比以同口径调整后的上年数据为基数；年内机构调整的，上年数据已作追溯重述。</p>
<p>四、本报告中的公司、机构和数据均为演示而编制，与任何真实企业无关。</p></section>`;
}
