import type { ChartConfig, ChartDatum } from '@groma/model';
import type { EChartsCoreOption } from 'echarts/core';

/** Colours of a chart, as the tokens have them at this moment. */
export interface ChartColours {
  text: string;
  faint: string;
  line: string;
  ground: string;
  raised: string;
  series: readonly string[];
}

/** How values are written. */
export interface ChartFormat {
  label(datum: ChartDatum): string;
  value(value: number): string;
  short(value: number): string;
  /** What the value is, such as "Sum of yield". */
  measure: string;
  count(count: number): string;
}

/**
 * The chart for the library. Values stay as they are; only labels and tooltips are written in the person's language.
 */
export function chartOption(
  { type, xCol }: Pick<ChartConfig, 'type' | 'xCol'>,
  data: readonly ChartDatum[],
  format: ChartFormat,
  colours: ChartColours,
): EChartsCoreOption {
  const common = {
    animation: false,
    color: [...colours.series],
    backgroundColor: 'transparent',
    textStyle: { color: colours.text, fontFamily: 'inherit', fontSize: 11 },
    tooltip: {
      trigger: type === 'pie' || type === 'scatter' ? 'item' : 'axis',
      confine: true,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 12 },
      // Text, and never markup: labels are what people have typed into cells.
      renderMode: 'richText',
      formatter: (given: unknown) => tipText(given, data, format),
    },
  };
  return type === 'pie'
    ? { ...common, legend: pieLegend(colours), series: [pieSeries(data, format, colours)], media: [narrowPie] }
    : {
        ...common,
        ...(type === 'scatter' ? points(xCol, data, format, colours) : axes(type, xCol, data, format, colours)),
      };
}

const axisLook = (colours: ChartColours) => ({
  axisLine: { lineStyle: { color: colours.line } },
  axisTick: { show: false },
  nameTextStyle: { color: colours.faint },
  nameLocation: 'middle',
});

/** Points over two axes of numbers; one that stands for many is larger, by its area. */
function points(
  xCol: string,
  data: readonly ChartDatum[],
  format: ChartFormat,
  colours: ChartColours,
): EChartsCoreOption {
  const most = data.reduce((found, { count }) => Math.max(found, count), 1);
  const scale = {
    ...axisLook(colours),
    type: 'value',
    scale: true,
    splitLine: { lineStyle: { color: colours.line, opacity: 0.6 } },
    axisLabel: { color: colours.faint, formatter: (value: number) => format.short(value), hideOverlap: true },
  };
  return {
    grid: { left: 34, right: 20, top: 16, bottom: 28, containLabel: true },
    xAxis: { ...scale, name: xCol, nameGap: 28 },
    yAxis: { ...scale, name: format.measure, nameGap: 42 },
    series: [
      {
        type: 'scatter',
        data: data.map(({ label, value }) => [label, value]),
        symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
          most === 1 ? 7 : 4 + 12 * Math.sqrt((data[dataIndex]?.count ?? 1) / most),
        itemStyle: { opacity: 0.7, borderColor: colours.ground, borderWidth: 0.5 },
      },
    ],
  };
}

function axes(
  type: 'bar' | 'line',
  xCol: string,
  data: readonly ChartDatum[],
  format: ChartFormat,
  colours: ChartColours,
): EChartsCoreOption {
  const axis = axisLook(colours);
  return {
    grid: { left: 34, right: 16, top: 16, bottom: data.length > 40 ? 44 : 28, containLabel: true },
    xAxis: {
      ...axis,
      type: 'category',
      data: data.map((datum) => format.label(datum)),
      name: xCol,
      nameGap: 28,
      axisLabel: { color: colours.faint, hideOverlap: true, overflow: 'truncate', width: 120 },
    },
    yAxis: {
      ...axis,
      type: 'value',
      name: format.measure,
      nameGap: 42,
      scale: type === 'line',
      splitLine: { lineStyle: { color: colours.line, opacity: 0.6 } },
      axisLabel: { color: colours.faint, formatter: (value: number) => format.short(value) },
    },
    // Many places are looked at closely by scrolling into them.
    dataZoom: data.length > 40 ? [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false }] : [],
    series: [
      {
        type,
        data: data.map(({ value }) => value),
        barMaxWidth: 48,
        itemStyle: { borderRadius: type === 'bar' ? [2, 2, 0, 0] : 0 },
        showSymbol: data.length <= 60,
        symbolSize: 5,
        lineStyle: { width: 1.5 },
        ...(type === 'line' && { sampling: 'lttb' }),
      },
    ],
  };
}

function pieLegend(colours: ChartColours): object {
  return {
    show: false,
    type: 'scroll',
    bottom: 0,
    itemWidth: 10,
    itemHeight: 10,
    textStyle: { color: colours.text, fontSize: 11, overflow: 'truncate', width: 90 },
    pageTextStyle: { color: colours.faint },
    pageIconColor: colours.text,
    pageIconInactiveColor: colours.line,
  };
}

function pieSeries(data: readonly ChartDatum[], format: ChartFormat, colours: ChartColours): object {
  return {
    type: 'pie',
    radius: ['32%', '68%'],
    center: ['50%', '50%'],
    itemStyle: { borderColor: colours.ground, borderWidth: 1 },
    minShowLabelAngle: 3,
    label: { color: colours.text, fontSize: 11, formatter: '{b}  {d} %', overflow: 'truncate', width: 120 },
    labelLine: { lineStyle: { color: colours.line } },
    data: data.map((datum) => ({ name: format.label(datum), value: datum.value })),
  };
}

/** Beside a pie in a narrow place, such as an answer of the assistant, names have no room: they stand below it. */
const narrowPie = {
  query: { maxWidth: 360 },
  option: {
    legend: { show: true },
    series: [{ radius: ['28%', '62%'], center: ['50%', '42%'], label: { show: false }, labelLine: { show: false } }],
  },
};

interface TipPoint {
  dataIndex: number;
  percent?: number;
}

function tipText(given: unknown, data: readonly ChartDatum[], format: ChartFormat): string {
  const { dataIndex, percent } = (Array.isArray(given) ? given[0] : given) as TipPoint;
  const datum = data[dataIndex];
  if (!datum) return '';
  const share = percent === undefined ? '' : ` (${percent} %)`;
  return [
    format.label(datum),
    `${format.measure}: ${format.value(datum.value)}${share}`,
    format.count(datum.count),
  ].join('\n');
}
