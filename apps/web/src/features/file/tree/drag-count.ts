/** Shows how many things are dragged instead of the picture of one row. */
export function setDragCount(data: DataTransfer, text: string): void {
  const badge = Object.assign(document.createElement('div'), { className: 'file-drag-count', textContent: text });
  document.body.append(badge);
  data.setDragImage(badge, -8, -8);
  // The browser takes its picture once this event is over.
  setTimeout(() => badge.remove());
}
