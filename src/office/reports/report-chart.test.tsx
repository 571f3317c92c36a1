import { init } from 'echarts/core';
import { expect, test } from 'vitest';
import type { ReportAnswer } from '../../contract/admin/reports.ts';
import { tonesOf } from '../theme.ts';
import { optionOf } from './report-chart.tsx';

test('the hours of a week are drawn in the tones of either theme', () => {
  const data = [
    { id: '1-20', weekday: 1, hour: 20, views: 4 },
    { id: '6-21', weekday: 6, hour: 21, views: 2 },
  ];
  const report = {
    columns: [{ name: 'views', kind: 'count', label: { ko: '조회', en: 'Views' } }],
    chart: { shape: 'grid', measure: 'views' },
  };
  const answer = { data, series: [], meta: { report } } as unknown as ReportAnswer;
  for (const mode of ['light', 'dark'] as const) {
    const { jade } = tonesOf(mode);
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: 800, height: 300 });
    chart.setOption(optionOf(answer, { locale: 'en', now: '', before: '', tones: tonesOf(mode) }) ?? {});
    const fills = [...chart.renderToSVGString().matchAll(/fill="(rgb\([^"]*\)|#[\da-f]{6})"/g)].map(
      ([, fill = '']) => fill,
    );
    chart.dispose();
    const rgb = (color: string) =>
      `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(',')})`;
    // As many as the most, and half as many.
    expect(fills).toContain(rgb(jade.ink));
    expect(fills).toContain(rgb(jade.plain));
  }
});
