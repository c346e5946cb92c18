import { useState, type DragEvent, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import './drawer.css';

interface ImportZoneProps {
  onFiles(files: File[]): void;
  isOpen: boolean;
  children: ReactNode;
}

/** Files of the desktop that are dropped on the list become notebooks. */
export function ImportZone({ onFiles, isOpen, children }: ImportZoneProps) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => isOpen && event.dataTransfer.types.includes('Files');
  return (
    <div
      className="import-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <p className="import-hint" role="status">
          {t('notebook.import.drop')}
        </p>
      )}
    </div>
  );
}
