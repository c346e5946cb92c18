import { useEffect, useRef, type RefObject } from 'react';

interface ClipboardUse {
  /** Keeps what is chosen; answers the text that other programs get of it, or undefined when nothing can be taken. */
  take(isCut: boolean): string | undefined;
  /** Takes files of other programs; false when they cannot go here. */
  pasteFiles(data: DataTransfer): boolean;
  /** Takes what was kept here before; false when there is nothing. */
  pasteOwn(): boolean;
}

/**
 * Cut, copy and paste by the browser's own events while the focus is inside the host. They tell what was copied last,
 * here or in another program, and fire at the body where no text is selected: hence the document is listened to.
 */
export function useClipboard(host: RefObject<HTMLElement | null>, use: ClipboardUse): void {
  const latest = useRef(use);
  useEffect(() => {
    latest.current = use;
  });
  useEffect(() => {
    const isHere = (event: ClipboardEvent) =>
      !event.defaultPrevented && (host.current?.contains(document.activeElement) ?? false);
    const take = (event: ClipboardEvent) => {
      const text = isHere(event) ? latest.current.take(event.type === 'cut') : undefined;
      if (text === undefined) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
    };
    const paste = (event: ClipboardEvent) => {
      if (!isHere(event) || !event.clipboardData) return;
      const isTaken =
        event.clipboardData.files.length > 0
          ? latest.current.pasteFiles(event.clipboardData)
          : latest.current.pasteOwn();
      if (isTaken) event.preventDefault();
    };
    document.addEventListener('cut', take);
    document.addEventListener('copy', take);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('cut', take);
      document.removeEventListener('copy', take);
      document.removeEventListener('paste', paste);
    };
  }, [host]);
}
