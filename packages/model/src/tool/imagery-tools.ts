import type { ErrorCode } from '../error/catalogue.ts';
import { defineTools, polygonFeatures, type ToolField } from './tool-definition.ts';

/** What images may have wrong. */
export const imageProblems: readonly ErrorCode[] = [
  'TOOL_NEEDS_IMAGE',
  'TOOL_BAND_UNKNOWN',
  'TOOL_IMAGE_NO_TIFF',
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
];

export const image = { name: 'image', type: 'image', default: null, isRequired: true } as const satisfies ToolField;

export const band = { name: 'band', type: 'band', of: 'image', default: '1' } as const satisfies ToolField;

/** Tools that take features, and ask an image about them. */
export const imageryTools = defineTools('imagery', [
  {
    id: 'zonal_statistics',
    name: 'Zonal statistics',
    help: 'Summarises the pixels of an image in each polygon. Pixels on the border count by the part that lies inside.',
    inputs: [polygonFeatures],
    fields: [
      image,
      band,
      {
        name: 'statistics',
        type: 'choices',
        default: ['count', 'sum', 'mean', 'min', 'max'],
        options: ['count', 'sum', 'mean', 'min', 'max', 'median', 'stdev', 'majority', 'minority', 'variety'],
      },
      { name: 'prefix', type: 'string', default: '' },
    ],
    output: 'same',
    problems: [...imageProblems, 'TOOL_TOO_MANY_VALUES'],
    service: 'imagery',
  },
  {
    id: 'sample_at_points',
    name: 'Sample at points',
    shortName: 'Sample',
    help: 'Adds the values of all bands of an image at each point. A multipoint is sampled at its centre.',
    inputs: [{ name: 'features', kinds: ['point'], count: 'any' }],
    fields: [
      image,
      { name: 'method', type: 'select', default: 'nearest', options: ['nearest', 'bilinear'] },
      { name: 'prefix', type: 'string', default: '' },
    ],
    output: 'same',
    problems: imageProblems,
    service: 'imagery',
  },
]);
