import type { groupFiles } from '@groma/geo';
import { t } from '../../../platform/text.ts';

/**
 * What is said of the files of an import before it begins: null where it is one file that can be read (FIL-077,
 * FIL-078).
 */
export function preprocessingText({ groups, skipped }: ReturnType<typeof groupFiles>): string | null {
  if (groups.length < 2 && skipped.length === 0) return null;
  const names = skipped.map((name) => name.slice(name.lastIndexOf('/') + 1)).join(', ');
  return [
    ...(groups.length > 0 ? [t('map.preprocessed')] : []),
    ...(skipped.length > 0 ? [t('map.skipped', { count: skipped.length, names })] : []),
  ].join(' ');
}
