import { imageProblems } from './imagery-tools.ts';
import { defineTools, polygonFeatures, type ToolField } from './tool-definition.ts';

/** The days of the specification (PRC-025). */
const days = [
  { name: 'start_date', type: 'date', default: '04-01-2021' },
  { name: 'end_date', type: 'date', default: '03-02-2021' },
] as const satisfies readonly ToolField[];
/** Where scenes of Sentinel-2 are looked for: a folder, a zip file, or a file of one band. */
const scenes = { name: 'scene_folder', type: 'string', default: '/data/' } as const satisfies ToolField;
const jilinFolder = { name: 'source_folder_path', type: 'string', default: '' } as const satisfies ToolField;
/** Bands with pixels of that size or less are taken. */
const pixelSize = {
  name: 'pixel_size',
  type: 'number',
  default: 10,
  minimum: 10,
  maximum: 240,
  step: 10,
  unit: 'meters',
} as const satisfies ToolField;
/** What 6S is told of the air, by its own models. */
const air = [
  {
    name: 'atmosphere',
    type: 'select',
    default: 'by_place',
    options: [
      'by_place',
      'tropical',
      'midlatitude_summer',
      'midlatitude_winter',
      'subarctic_summer',
      'subarctic_winter',
      'us_standard',
    ],
  },
  {
    name: 'aerosol',
    type: 'select',
    default: 'continental',
    options: ['continental', 'maritime', 'urban', 'desert', 'biomass_burning'],
  },
  { name: 'optical_depth', type: 'number', default: 0.2, minimum: 0.001, maximum: 5, step: 0.05 },
  { name: 'ground_height', type: 'number', default: 0, minimum: -500, maximum: 8850, unit: 'meters' },
] as const satisfies readonly ToolField[];

const problems = [...imageProblems, 'TOO_LARGE', 'UNAVAILABLE', 'SCENE_NONE'] as const;
const ofDays = [...problems, 'TOOL_END_TOO_EARLY', 'TOOL_END_IN_FUTURE'] as const;
const ofFolder = [...problems, 'TOOL_NEEDS_SOURCE_FOLDER'] as const;

/** Corrections of scenes for the air between them and the ground. */
export const correctionTools = defineTools('custom', [
  {
    id: 'acolite-sentinel2',
    name: 'ACOLITE for Sentinel-2',
    help: 'Corrects Sentinel-2 scenes (level 1C) of the workspace over water, by ACOLITE’s dark spectrum fitting, within the polygons.',
    inputs: [polygonFeatures],
    fields: [...days, scenes, pixelSize],
    output: 'image',
    problems: ofDays,
    engine: 'images',
  },
  {
    id: 'acolite-jilin',
    name: 'ACOLITE for Jilin-1',
    help: 'Corrects a Jilin-1 scene in a folder of the workspace by ACOLITE.',
    inputs: [],
    fields: [jilinFolder],
    output: 'image',
    problems: ofFolder,
    engine: 'images',
  },
  {
    id: '6s-sentinel2',
    name: '6S for Sentinel-2',
    help: 'Calculates surface reflectance of Sentinel-2 scenes (level 1C) of the workspace by the 6S model of GRASS, within the polygons. Where scenes overlap, the one with the fewest clouds lies on top.',
    inputs: [polygonFeatures],
    fields: [...days, scenes, pixelSize, ...air],
    output: 'image',
    problems: ofDays,
    engine: 'images',
  },
  {
    id: '6s-jilin',
    name: '6S for Jilin-1',
    help: 'Calculates surface reflectance of a Jilin-1 scene in a folder of the workspace by the 6S model of GRASS. A file “*response*.csv” in the folder gives the spectral response of its bands.',
    inputs: [],
    fields: [jilinFolder, ...air],
    output: 'image',
    problems: ofFolder,
    engine: 'images',
  },
]);

/** What is said of land, by maps of forest. */
export const screeningTools = defineTools('custom', [
  {
    id: 'vm0047_eligibility',
    name: 'VM0047 eligibility',
    shortName: 'VM0047',
    help: 'Measures in each polygon where forest was lost in the ten years before the project starts, by maps of Hansen et al. (Global Forest Change). It is a first screening, no proof of eligibility.',
    inputs: [polygonFeatures],
    fields: [
      { name: 'project_start_year', type: 'number', default: 2019, minimum: 2002, maximum: 2100, isWhole: true },
      { name: 'canopy_percent', type: 'number', default: 30, minimum: 1, maximum: 100, isWhole: true },
      { name: 'tree_cover_image', type: 'image', default: null },
      { name: 'loss_year_image', type: 'image', default: null },
    ],
    output: 'same',
    problems: [...imageProblems, 'UNAVAILABLE'],
    service: 'forest',
  },
]);

/** Colours of a coarse image with the detail of a fine one. */
export const sharpeningTools = defineTools('custom', [
  {
    id: 'pansharpening',
    name: 'Pansharpening',
    help: 'Gives an image with several bands the detail of a panchromatic one (weighted Brovey). Weights say how much red, green and blue make up the panchromatic band.',
    inputs: [],
    fields: [
      { name: 'multiband_source_path', type: 'image', default: null },
      { name: 'pan_source_path', type: 'image', default: null },
      { name: 'band_order', type: 'select', default: 'BGRN', options: ['BGRN', 'RGBN'] },
      { name: 'window_size', type: 'number', default: 32, step: 32 },
      { name: 'smooth_sigma', type: 'number', default: 1, step: 0.1 },
      { name: 'r_weight', type: 'number', default: 0.3, step: 0.05 },
      { name: 'g_weight', type: 'number', default: 0.35, step: 0.05 },
      { name: 'b_weight', type: 'number', default: 0.35, step: 0.05 },
    ],
    output: 'image',
    problems: [
      ...imageProblems,
      'TOO_LARGE',
      'UNAVAILABLE',
      'PANSHARPEN_NEEDS_PATHS',
      'PANSHARPEN_BANDS_NO_TIFF',
      'PANSHARPEN_PAN_NO_TIFF',
      'PANSHARPEN_BAND_ORDER',
      'PANSHARPEN_WINDOW',
      'PANSHARPEN_SIGMA',
      'PANSHARPEN_WEIGHTS',
    ],
    engine: 'images',
  },
]);
