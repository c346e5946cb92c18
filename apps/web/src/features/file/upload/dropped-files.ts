/** A file from the person's computer and where it goes below the folder it was dropped on. */
export interface DroppedFile { relativePath: string; file: File }

/** Reads what was dropped, folders with all they hold. Must be called while the drop is handled: the browser forgets it afterwards. */
export async function readDropped(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(entries.map(({ entry, file }) => (entry ? readEntry(entry, '') : Promise.resolve(file ? [{ relativePath: file.name, file }] : []))));
  return found.flat();
}

async function readEntry(entry: FileSystemEntry, folder: string): Promise<DroppedFile[]> {
  const relativePath = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => { (entry as FileSystemFileEntry).file(resolve, reject); });
    return [{ relativePath, file }];
  }
  const children = await readAll((entry as FileSystemDirectoryEntry).createReader());
  const found = await Promise.all(children.map((child) => readEntry(child, `${relativePath}/`)));
  return found.flat();
}

/** A reader hands out at most 100 entries at a time, and none at the end. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => { reader.readEntries(resolve, reject); });
  return batch.length === 0 ? [] : [...batch, ...await readAll(reader)];
}

/** Whether a drag carries files of the person's computer, as far as can be seen before the drop. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

/** Lets the person choose files; nothing when they choose none. */
export function chooseFiles(): Promise<DroppedFile[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    input.addEventListener('change', () => resolve([...(input.files ?? [])].map((file) => ({ relativePath: file.name, file }))));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
