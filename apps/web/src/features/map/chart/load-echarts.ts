import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([BarChart, LineChart, PieChart, DataZoomComponent, GridComponent, TooltipComponent, CanvasRenderer]);

/** Makes a chart in an element. */
export function makeChart(element: HTMLElement): EChartsType {
  return init(element, null, { renderer: 'canvas' });
}
