import { barChart, lineChart } from './charts.ts';
import { type Branch, branches, grouped, months, sum } from './figures.ts';

const percent = (value: number): string => `${value.toFixed(1)}%`;
const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(1)}%`;

function page(title: string, body: string): string {
  return `<section class="page"><h1>${title}</h1>${body}</section>`;
}

function table(heads: string[], rows: (string | number)[][]): string {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<td class="n">${grouped(value)}</td>` : `<td>${value}</td>`;
  const line = (row: (string | number)[]) => `<tr>${row.map(cell).join('')}</tr>`;
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows.map(line).join('')}</table>`;
}

const yearOf = (branch: Branch) => {
  const revenue = sum(branch.revenue);
  const profit = revenue - sum(branch.cost);
  return { revenue, profit, margin: (100 * profit) / revenue, perHead: revenue / branch.staff };
};

const rank = (branch: Branch): number =>
  [...branches].sort((a, b) => yearOf(b).revenue - yearOf(a).revenue).indexOf(branch) + 1;

/** Five pages for each branch, none like another. */
export function branchPages(branch: Branch): string[] {
  return [overview(branch), monthly(branch), productLines(branch), delivery(branch), plan(branch)];
}

function extremes(values: number[]): { best: number; worst: number } {
  return { best: values.indexOf(Math.max(...values)), worst: values.indexOf(Math.min(...values)) };
}

function overview(branch: Branch): string {
  const { revenue, profit, margin, perHead } = yearOf(branch);
  const { best, worst } = extremes(branch.revenue);
  return page(
    `${branch.name}分公司　经营概况`,
    `<p>${branch.name}分公司隶属${branch.region}大区，年末在岗员工 ${branch.staff} 人。全年实现营业收入 ${grouped(revenue)} 万元，在全部 ${branches.length} 家分公司中列第 ${rank(branch)} 位；实现毛利 ${grouped(profit)} 万元，毛利率 ${percent(margin)}，人均收入 ${grouped(perHead)} 万元。</p>
     <p>从月度走势看，${months[best]}收入最高，为 ${grouped(branch.revenue[best] ?? 0)} 万元；${months[worst]}最低，为 ${grouped(branch.revenue[worst] ?? 0)} 万元。${margin > 25 ? '毛利率高于公司平均水平，主要得益于产品结构改善和外协费用下降。' : '毛利率低于公司平均水平，应重点压降外协与物流费用，并提高服务类收入占比。'}</p>
     ${barChart([
       { name: '收入（万元）', values: branch.revenue, colour: '#2f6fb3' },
       { name: '成本（万元）', values: branch.cost, colour: '#c9a15b' },
     ])}
     <p>${(branch.revenue[11] ?? 0) > (branch.revenue[0] ?? 0) ? '年末较年初呈上升态势，在手订单充足，' : '年末较年初有所回落，需要尽快补充订单，'}预计下一年度一季度可确认收入约 ${grouped(((branch.revenue[9] ?? 0) + (branch.revenue[10] ?? 0) + (branch.revenue[11] ?? 0)) * 0.96)} 万元。</p>`,
  );
}

function monthly(branch: Branch): string {
  const rows = months.map((month, index) => {
    const revenue = branch.revenue[index] ?? 0;
    const cost = branch.cost[index] ?? 0;
    return [
      month,
      revenue,
      cost,
      revenue - cost,
      percent((100 * (revenue - cost)) / revenue),
      percent(branch.onTime[index] ?? 0),
    ];
  });
  const { revenue, profit, margin } = yearOf(branch);
  return page(
    `${branch.name}分公司　月度明细`,
    `<p class="plain">单位：万元。按权责发生制口径，内部交易已抵销。</p>
     ${table(['月份', '收入', '成本', '毛利', '毛利率', '准时交付'], [...rows, ['全年', revenue, sum(branch.cost), profit, percent(margin), percent(sum(branch.onTime) / 12)]])}
     <p>四个季度的收入依次为 ${[0, 3, 6, 9].map((from) => grouped(sum(branch.revenue.slice(from, from + 3)))).join('、')} 万元。${branch.region}大区要求各分公司在次月五个工作日内完成对账，${branch.name}分公司全年对账及时率为 ${percent(90 + (branch.staff % 10))}。</p>`,
  );
}

function productLines(branch: Branch): string {
  const sorted = [...branch.lines].sort((a, b) => b.revenue - a.revenue);
  const total = sum(sorted.map((line) => line.revenue));
  return page(
    `${branch.name}分公司　产品线构成`,
    `${table(
      ['产品线', '收入（万元）', '占比', '同比'],
      sorted.map((line) => [
        line.name,
        line.revenue,
        percent((100 * line.revenue) / total),
        signed(line.change),
      ]),
    )}
     <p>收入第一位的${sorted[0]?.name}占 ${percent((100 * (sorted[0]?.revenue ?? 0)) / total)}，第二位的${sorted[1]?.name}占 ${percent((100 * (sorted[1]?.revenue ?? 0)) / total)}，两者合计${(sorted[0]?.revenue ?? 0) + (sorted[1]?.revenue ?? 0) > total / 2 ? '超过一半' : '不足一半'}。</p>
     ${sorted.map((line) => `<p>${line.name}：全年 ${grouped(line.revenue)} 万元，同比 ${signed(line.change)}。${line.change > 10 ? '增长来自重点客户扩产与新签框架协议。' : line.change >= 0 ? '总体平稳，续约率保持在较高水平。' : '受项目延期与价格竞争影响有所下降，已制定专项改进措施。'}</p>`).join('')}`,
  );
}

function delivery(branch: Branch): string {
  const { best, worst } = extremes(branch.onTime);
  return page(
    `${branch.name}分公司　交付与质量`,
    `<p>全年平均准时交付率 ${percent(sum(branch.onTime) / 12)}，${months[best]}最好（${percent(branch.onTime[best] ?? 0)}），${months[worst]}最低（${percent(branch.onTime[worst] ?? 0)}）。低于百分之九十五的月份共 ${branch.onTime.filter((value) => value < 95).length} 个，均已完成原因分析。</p>
     ${lineChart([{ name: '准时交付率（%）', values: branch.onTime, colour: '#2e8b6f' }], 88, 100)}
     ${table(
       ['质量指标', '目标', '实际'],
       [
         ['来料合格率', '99.0%', percent(98.4 + (branch.staff % 13) / 10)],
         ['一次交验合格率', '98.0%', percent(97 + (branch.staff % 17) / 10)],
         ['客户投诉（件）', '不超过 12', branch.staff % 15],
         ['投诉关闭平均天数', '不超过 7', 3 + (branch.staff % 6)],
       ],
     )}
     <p>${branch.staff % 15 > 12 ? '投诉件数超过目标，质量部已派驻专员。' : '投诉件数控制在目标以内。'}下一年度继续推行来料免检分级和过程首件确认。</p>`,
  );
}

function plan(branch: Branch): string {
  const { revenue, margin } = yearOf(branch);
  const growth = 6 + (branch.staff % 9);
  return page(
    `${branch.name}分公司　下年度计划`,
    `<p>下年度收入目标 ${grouped(revenue * (1 + growth / 100))} 万元，同比增长 ${growth}%；毛利率目标 ${percent(margin + 0.8)}；准时交付率不低于 97.5%。</p>
     ${table(
       ['季度', '收入目标（万元）', '重点工作'],
       [
         ['一季度', revenue * 0.21 * (1 + growth / 100), `完成${branch.lines[0]?.name ?? ''}在手项目验收`],
         ['二季度', revenue * 0.25 * (1 + growth / 100), `${branch.region}大区备件中心投入使用`],
         [
           '三季度',
           revenue * 0.26 * (1 + growth / 100),
           `${branch.lines[2]?.name ?? ''}新版本在三家客户试点`,
         ],
         ['四季度', revenue * 0.28 * (1 + growth / 100), '年度框架协议续签与预算编制'],
       ],
     )}
     <p>人员：计划新增 ${4 + (branch.staff % 11)} 人，其中研发与工艺人员占六成；组织技能等级认定两次。</p>
     <p>投资：固定资产投入 ${grouped(revenue * 0.03)} 万元，主要用于检测设备更新、车间网络分区和加密文档终端的更换。</p>
     <p>风险：原材料价格波动、关键岗位人员流动以及汇率变化。${branch.name}分公司每季度评估一次，结果报${branch.region}大区备案。</p>`,
  );
}
