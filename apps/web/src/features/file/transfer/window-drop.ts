import { readDropped } from '../../../platform/dropped-files.ts';
import { can, readProject } from '../../../platform/session.ts';

/**
 * Takes files of the computer that are dropped anywhere in a workspace where nothing else takes them (SHL-150). Without
 * it the browser would leave the page for the file.
 */
export function watchWindowDrops(): void {
  addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !isTaken(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = can('upload', 'file') ? 'copy' : 'none';
  });
  addEventListener('drop', (event) => {
    if (event.defaultPrevented || !isTaken(event.dataTransfer)) return;
    event.preventDefault();
    const project = readProject();
    if (project === null || !can('upload', 'file')) return;
    const dropped = readDropped(event.dataTransfer);
    void Promise.all([dropped, import('./drop-dialog.tsx')]).then(([files, { askAboutDrop }]) =>
      askAboutDrop(project.id, files),
    );
  });
}

function isTaken(data: DataTransfer | null): data is DataTransfer {
  return data !== null && data.types.includes('Files') && readProject() !== null;
}
