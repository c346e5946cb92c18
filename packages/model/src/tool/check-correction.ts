import type { ErrorCode } from '../error/catalogue.ts';
import { parseDay } from '../notebook/day.ts';
import type { ToolParameters } from './parameter-schema.ts';

type Parameters = Readonly<ToolParameters>;

/** What weights may be off from 1 together. */
const mostOff = 1e-10;
const windowStep = 32;
/** Somewhere on Earth it is a day later for so long. */
const latestZoneMs = 14 * 3_600_000;

/**
 * What is wrong with the parameters of a tool of custom processing, as a code of the catalogue; null where nothing is
 * (PRC-014 to PRC-024).
 *
 * @param now the time by which an end lies in the future, in milliseconds since 1970
 */
export function checkCorrection(toolId: string, parameters: Parameters, now = Date.now()): ErrorCode | null {
  switch (toolId) {
    case 'acolite-sentinel2':
    case '6s-sentinel2':
      return checkDays(parameters, now);
    case 'acolite-jilin':
    case '6s-jilin':
      return isFolder(parameters['source_folder_path']) ? null : 'TOOL_NEEDS_SOURCE_FOLDER';
    case 'pansharpening':
      return checkPansharpening(parameters);
    default:
      return null;
  }
}

function checkDays(parameters: Parameters, now: number): ErrorCode | null {
  const [start, end] = ['start_date', 'end_date'].map((name) => {
    const day = parseDay(String(parameters[name] ?? ''));
    return day ? Date.UTC(day.year, day.month - 1, day.day) : NaN;
  });
  if (!(end! > start!)) return 'TOOL_END_TOO_EARLY';
  return end! > now + latestZoneMs ? 'TOOL_END_IN_FUTURE' : null;
}

function isFolder(path: unknown): boolean {
  return typeof path === 'string' && path.startsWith('/data/') && path.endsWith('/');
}

function checkPansharpening(parameters: Parameters): ErrorCode | null {
  const [bands, pan] = ['multiband_source_path', 'pan_source_path'].map((name) => parameters[name]);
  if (!isImage(bands) || !isImage(pan)) return 'PANSHARPEN_NEEDS_PATHS';
  if (!isTiff(bands)) return 'PANSHARPEN_BANDS_NO_TIFF';
  if (!isTiff(pan)) return 'PANSHARPEN_PAN_NO_TIFF';
  if (parameters['band_order'] !== 'BGRN' && parameters['band_order'] !== 'RGBN') return 'PANSHARPEN_BAND_ORDER';
  const side = numberOf(parameters['window_size']);
  if (!(side > 0) || side % windowStep !== 0) return 'PANSHARPEN_WINDOW';
  if (!(numberOf(parameters['smooth_sigma']) > 0)) return 'PANSHARPEN_SIGMA';
  const weights = ['r_weight', 'g_weight', 'b_weight'].map((name) => numberOf(parameters[name]));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.every((weight) => weight >= 0) && Math.abs(sum - 1) <= mostOff ? null : 'PANSHARPEN_WEIGHTS';
}

/** A path, or the reference of a raster layer or file, which is settled to one before the run. */
function isImage(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/data\/.|image:.|file:.)/.test(value);
}

/** A layer of a map does not say what its file is called. */
function isTiff(value: string): boolean {
  return /\.tiff?$/i.test(value) || /^image:(?!\/data\/)/.test(value);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : NaN;
}
