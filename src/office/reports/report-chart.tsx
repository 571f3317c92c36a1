/** The chart of a report. Loaded apart from the office: only who looks at reports fetches it. */
import { useTheme } from '@mui/material';
import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useRef } from 'react';
import type { ReportAnswer } from '../../contract/admin/reports.ts';
import type { Locale } from '../../contract/errors.ts';
import { showDay, showValue } from '../../contract/report-values.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { fonts, type Mode, tonesOf } from '../theme.ts';
import { nameOf } from './report-text.ts';
import { isDrawnByDay } from './series-table.tsx';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
]);

const maxBars = 12;

interface Words {
  locale: Locale;
  now: string;
  before: string;
  tones: ReturnType<typeof tonesOf>;
}

const base = (locale: Locale) => ({
  animation: false,
  textStyle: { fontFamily: fonts },
  locale,
});

/** What is written around a chart, readable on the ground of either theme. */
const themeIn = (mode: Mode, line: string) => {
  const color = tonesOf(mode).grey.ink;
  return {
    categoryAxis: { axisLabel: { color } },
    valueAxis: { axisLabel: { color }, splitLine: { lineStyle: { color: line } } },
    legend: { textStyle: { color } },
  };
};

/** A measure by day, with the days before behind it. */
function optionOfDays(
  { series, meta }: ReportAnswer,
  { locale, now, before, tones }: Words,
): EChartsCoreOption {
  const { measure, show } = measureOf(meta, locale);
  return {
    ...base(locale),
    grid: { left: 8, right: 16, top: 32, bottom: 4, containLabel: true },
    legend: { top: 0, right: 0, data: [now, before] },
    tooltip: { trigger: 'axis', valueFormatter: show },
    xAxis: {
      type: 'category',
      data: series.map(({ day }) => day),
      axisLabel: { formatter: (day: string) => day.slice(5).replace('-', '/'), hideOverlap: true },
      axisPointer: {
        label: { formatter: ({ value }: { value: unknown }) => showDay(String(value), locale) },
      },
    },
    yAxis: { type: 'value', minInterval: measure?.kind === 'count' ? 1 : 0, axisLabel: { formatter: show } },
    series: [
      {
        name: before,
        type: 'line',
        data: series.map((point) => point.before),
        symbol: 'none',
        lineStyle: { type: 'dashed', width: 1.5 },
        color: tones.grey.plain,
      },
      {
        name: now,
        type: 'line',
        data: series.map(({ value }) => value),
        symbol: 'circle',
        symbolSize: 5,
        lineStyle: { width: 2 },
        areaStyle: { opacity: 0.08 },
        color: tones.jade.ink,
      },
    ],
  };
}

const measureOf = ({ report }: ReportAnswer['meta'], locale: Locale) => {
  const measure = report.columns.find(({ name }) => name === report.chart?.measure);
  const show = (value: unknown) =>
    showValue(typeof value === 'number' ? value : null, measure?.kind ?? 'count', locale);
  return { measure, show };
};

/** The first rows by the measure; upright where their names are short. */
function optionOfBars({ data, meta }: ReportAnswer, { locale, tones }: Words): EChartsCoreOption {
  const { measure, show } = measureOf(meta, locale);
  const { columns } = meta.report;
  // What has no value has no bar.
  const all = data.map((row) => ({
    name: nameOf(row, columns, locale),
    value: row[measure?.name ?? ''] ?? null,
  }));
  const isUpright = all.every(({ name }) => name.length <= 5);
  const rows = isUpright ? all.slice(0, 31) : all.slice(0, maxBars);
  const names = { type: 'category', data: rows.map(({ name }) => name), inverse: !isUpright };
  const values = { type: 'value', axisLabel: { formatter: show, hideOverlap: true } };
  return {
    ...base(locale),
    grid: { left: 8, right: 24, top: 12, bottom: 4, containLabel: true },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: show },
    xAxis: isUpright ? names : values,
    yAxis: isUpright ? values : { ...names, axisLabel: { width: 120, overflow: 'truncate' } },
    series: [
      {
        type: 'bar',
        name: measure?.label[locale] ?? '',
        data: rows.map(({ value }) => value),
        barMaxWidth: 22,
        color: tones.jade.ink,
      },
    ],
  };
}

/** Weekdays by hours; the further from the ground, the more. */
function optionOfGrid({ data, meta }: ReportAnswer, { locale, tones }: Words): EChartsCoreOption {
  const { measure, show } = measureOf(meta, locale);
  const cells = data.map((row) => {
    const [weekday = 1, hour = 0] = String(row.id).split('-').map(Number);
    return [hour, weekday - 1, Number(row[measure?.name ?? ''] ?? 0)];
  });
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, 1 + index),
    ),
  );
  return {
    ...base(locale),
    grid: { left: 8, right: 8, top: 8, bottom: 48, containLabel: true },
    tooltip: { valueFormatter: show },
    xAxis: { type: 'category', data: Array.from({ length: 24 }, (_, hour) => String(hour)) },
    yAxis: { type: 'category', data: weekdays, inverse: true },
    visualMap: {
      min: 0,
      max: Math.max(1, ...cells.map(([, , value = 0]) => value)),
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 120,
      itemWidth: 12,
      inRange: { color: [tones.jade.soft, tones.jade.plain, tones.jade.ink] },
    },
    series: [{ type: 'heatmap', name: measure?.label[locale] ?? '', data: cells }],
  };
}

/** What is drawn: a single day has no line. */
export function optionOf(answer: ReportAnswer, words: Words): EChartsCoreOption | undefined {
  const { chart } = answer.meta.report;
  if (!chart || answer.data.length === 0) return undefined;
  if (chart.shape === 'grid') return optionOfGrid(answer, words);
  if (isDrawnByDay(answer)) return optionOfDays(answer, words);
  return answer.data.length > 1 ? optionOfBars(answer, words) : undefined;
}

/** `said`: what the chart says, for those who do not see it. */
export function ReportChart({ answer, said }: { answer: ReportAnswer; said: string }) {
  const locale = useOfficeLocale();
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [now, before] = [text('report.now'), text('report.before')];
  const { mode, divider } = useTheme().palette;
  const option = useMemo(
    () => optionOf(answer, { locale, now, before, tones: tonesOf(mode) }),
    [answer, locale, now, before, mode],
  );
  useEffect(() => {
    const element = place.current;
    if (!element || !option) return;
    const chart = init(element, themeIn(mode, divider), { renderer: 'svg' });
    chart.setOption(option);
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [option, mode, divider]);
  if (!option) return null;
  return <div ref={place} role="img" aria-label={said} style={{ width: '100%', height: '100%' }} />;
}
