import { defineTools } from './tool-definition.ts';

/** Tools that ask images of several dates about features or a place. */
export const seriesTools = defineTools('imagery', [
  {
    id: 'image_time_series',
    name: 'Image time series',
    shortName: 'Time series',
    help: 'Lists the value of a band or index at each point, or its mean in each polygon, date by date. It takes raster layers with a date, or the scenes of a source between two days. Without a band, it takes what the layers show. Clouded pixels are left out where the data set marks them.',
    inputs: [
      {
        name: 'features',
        kinds: ['point', 'polygon'],
        count: 'any',
        isOptionalWith: { field: 'place', and: { field: 'where', value: 'place' } },
      },
    ],
    fields: [
      { name: 'where', type: 'select', default: 'features', options: ['features', 'place'] },
      { name: 'place', type: 'string', default: '' },
      { name: 'series_value', type: 'string', default: '' },
      { name: 'dated_images', type: 'images', isDated: true, default: [], least: 0 },
      { name: 'scene_source', type: 'string', default: '' },
      { name: 'dataset', type: 'string', default: '' },
      { name: 'start_date', type: 'date', default: '' },
      { name: 'end_date', type: 'date', default: '' },
      { name: 'most_cloud', type: 'number', default: null, minimum: 0, maximum: 100 },
      { name: 'most_scenes', type: 'number', default: 100, minimum: 1, maximum: 500, isWhole: true },
    ],
    output: 'table',
    problems: [
      'TOOL_SERIES_EMPTY',
      'TOOL_SERIES_NO_DATE',
      'TOOL_SERIES_NO_VALUE',
      'TOOL_PLACE_WRONG',
      'TOOL_BAND_MISSING',
      'TOOL_EXPRESSION_WRONG',
      'TOOL_RESULT_TOO_LARGE',
      'FILE_UNREADABLE',
      'STAC_UNREACHABLE',
    ],
    service: 'series',
  },
]);
