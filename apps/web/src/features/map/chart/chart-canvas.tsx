import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartConfig } from '@groma/model';
import { readToken, useInterface } from '@groma/ui';
import { useEffect, useRef, type RefObject } from 'react';
import type { ChartData } from '../layer/chart/chart-data.ts';
import { chartOption, type ChartColours, type ChartFormat } from './chart-option.ts';

register([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

const seriesTokens = [
  '--plot-1',
  '--plot-2',
  '--quake-1',
  '--ylgn-5',
  '--mako-7',
  '--brbg-2',
  '--p7',
  '--brbg-6',
  '--ylgn-3',
  '--p8',
] as const;

function readColours(): ChartColours {
  return {
    text: readToken('--text'),
    faint: readToken('--text-3'),
    line: readToken('--line-strong'),
    ground: readToken('--bg-surface'),
    raised: readToken('--bg-raised'),
    series: seriesTokens.map((token) => readToken(token)),
  };
}

/** A chart as the library draws it, in `frame`, where its canvas is looked for when it is saved as a picture. */
export function ChartCanvas({
  config,
  data,
  format,
  label,
  frame,
}: {
  config: ChartConfig;
  data: ChartData;
  format: ChartFormat;
  label: string;
  frame: RefObject<HTMLDivElement | null>;
}) {
  const { scheme } = useInterface();
  const chart = useRef<EChartsType>(null);
  useEffect(() => {
    const made = init(frame.current!, null, { renderer: 'canvas' });
    chart.current = made;
    const observer = new ResizeObserver(() => {
      made.resize();
    });
    observer.observe(frame.current!);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, [frame]);
  useEffect(() => {
    chart.current?.setOption(chartOption(config, data.data, format, readColours()), { notMerge: true });
  }, [config, data, format, scheme]);
  return <div ref={frame} className="chart-canvas" role="img" aria-label={label} dir="ltr" />;
}
