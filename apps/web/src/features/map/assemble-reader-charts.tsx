import { chartTexts } from '../../platform/chart-texts.ts';
import { addEnglish } from '../../platform/text.ts';

// Few published maps have charts, so what they say comes with them.
addEnglish(chartTexts);

export { ViewerCharts } from './chart/viewer-charts.tsx';
