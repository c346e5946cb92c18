import { baseName } from '@groma/model';
import { conversion } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { askArray } from './array-dialog.tsx';
import { chosenArray, type ChosenArray } from './chosen-array.ts';

/**
 * Which image of a NetCDF or HDF5 file becomes a layer; asked for where it holds more than one. Null where the person
 * gives up. @throws GromaError saying why the file cannot be read.
 */
export async function chooseArray(projectId: string, path: string, signal: AbortSignal): Promise<ChosenArray | null> {
  const { data: images } = await api.call(conversion.listArrays, { params: { projectId }, query: { path }, signal });
  const [only] = images;
  const isSure = images.length === 1 && only!.steps.every(({ labels }) => labels.length === 1);
  return isSure ? chosenArray(only!, []) : askArray(baseName(path), images);
}
