/** Lets the person choose Jupyter files of their computer; nothing when they do not. */
export function chooseFiles(onFiles: (files: File[]) => void): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    accept: '.ipynb,application/x-ipynb+json',
    multiple: true,
  });
  input.addEventListener('change', () => {
    if (input.files && input.files.length > 0) onFiles([...input.files]);
  });
  input.click();
}
