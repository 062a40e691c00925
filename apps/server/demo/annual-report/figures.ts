/** The year of a company that does not exist: the same figures at every run. */

export interface Branch {
  name: string;
  region: string;
  /** Twelve months each, in 10,000 yuan. */
  revenue: number[];
  cost: number[];
  /** Share of deliveries on time, in percent, each month. */
  onTime: number[];
  staff: number;
  /** Per product line: revenue in 10,000 yuan and the change against the year before in percent. */
  lines: { name: string; revenue: number; change: number }[];
}

const regions: Record<string, string[]> = {
  华东: ['上海', '南京', '苏州', '杭州', '宁波', '合肥', '福州', '厦门', '南昌', '济南', '青岛'],
  华南: ['广州', '深圳', '东莞', '佛山', '南宁', '海口'],
  华中: ['武汉', '长沙', '郑州', '洛阳', '宜昌'],
  华北: ['北京', '天津', '石家庄', '太原', '呼和浩特'],
  东北: ['沈阳', '大连', '长春', '哈尔滨'],
  西南: ['成都', '重庆', '贵阳', '昆明'],
  西北: ['西安', '兰州', '银川', '乌鲁木齐'],
};

const productLines = ['智能装备', '精密部件', '工业软件', '运维服务', '检测仪器'];

export const months = Array.from({ length: 12 }, (_, month) => `${month + 1}月`);

/** Numbers that look random and are the same at every run (a linear congruence, Numerical Recipes' constants). */
function series(seed: number): (low: number, high: number) => number {
  let state = seed >>> 0;
  return (low, high) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return low + (state / 2 ** 32) * (high - low);
  };
}

export const branches: Branch[] = Object.entries(regions).flatMap(([region, names], regionIndex) =>
  names.map((name, index) => makeBranch(name, region, regionIndex * 100 + index + 1)),
);

function makeBranch(name: string, region: string, seed: number): Branch {
  const draw = series(seed * 7919);
  draw(0, 1);
  const size = draw(380, 2600);
  const trend = draw(-0.012, 0.03);
  const revenue = months.map((_, month) =>
    Math.round(size * (1 + trend * month) * (1 + 0.12 * Math.sin((month + 2) / 1.9)) * draw(0.93, 1.07)),
  );
  const cost = revenue.map((value) => Math.round(value * draw(0.68, 0.82)));
  const onTime = months.map(() => Math.round(draw(91, 99.8) * 10) / 10);
  const total = sum(revenue);
  const shares = productLines.map(() => draw(0.4, 1.6));
  const lines = productLines.map((line, index) => ({
    name: line,
    revenue: Math.round((total * (shares[index] ?? 1)) / sum(shares)),
    change: Math.round(draw(-9, 24) * 10) / 10,
  }));
  return { name, region, revenue, cost, onTime, staff: Math.round(size / 7 + draw(20, 60)), lines };
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** 1234567 as 1,234,567. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
