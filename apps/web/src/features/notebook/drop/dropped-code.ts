import type { DraggedFile } from '../../../registry/file-drag.ts';
import { quotedPaths, type DropPlace } from '../../../registry/file-drop.ts';
import { readingCode } from './reading-code.ts';

/**
 * What project files become where they fall into a code block: code that reads them when the block is empty, else their
 * paths.
 */
export function droppedCode(files: readonly DraggedFile[], place: DropPlace, language: string): string {
  if (place.isEmpty && language === 'python') return readingCode(files);
  return quotedPaths(
    files.map(({ path }) => path),
    place.isInString,
    language,
  );
}
