import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { carriesProjectFiles, takeFiles, type DraggedFile } from '../../../registry/file-drag.ts';

/** Paths as an input node lists them: a folder ends with a slash. */
function pathsOf(files: readonly DraggedFile[]): string[] {
  return files.map(({ path, isDir }) => (isDir && !path.endsWith('/') ? `${path}/` : path));
}

/** Takes files that are dragged from Files (WFL-023). */
export function PathDropZone({ onPaths }: { onPaths(paths: string[]): void }) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="workflow-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!carriesProjectFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const paths = pathsOf(takeFiles(event.dataTransfer));
        if (paths.length === 0) return;
        event.preventDefault();
        onPaths(paths);
      }}
    >
      {t('workflow.dropFiles')}
    </div>
  );
}
