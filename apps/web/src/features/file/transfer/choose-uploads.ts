import { chooseFiles, type DroppedFiles } from '../../../platform/dropped-files.ts';
import { readProject } from '../../../platform/session.ts';
import { root } from '../entry/file-path.ts';
import { offerUploads } from './offer-uploads.ts';

/** Has files uploaded into a folder. */
export function uploadTo(folder: string, dropped: DroppedFiles): void {
  const project = readProject();
  if (project) void offerUploads(project.id, folder, dropped);
}

export async function chooseAndUpload(folder: string = root, wanted: 'files' | 'folder' = 'files'): Promise<void> {
  uploadTo(folder, await chooseFiles(wanted));
}
