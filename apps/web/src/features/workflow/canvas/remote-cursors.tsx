import { presenceColor } from '@groma/ui';
import { useViewport } from '@xyflow/react';
import type { Awareness } from 'y-protocols/awareness';
import { usePeople } from './people.ts';

/** The pointers of the others on the canvas, with their names. */
export function RemoteCursors({ awareness }: { awareness: Awareness }) {
  const people = usePeople(awareness);
  const { x, y, zoom } = useViewport();
  return (
    <div className="workflow-cursors" aria-hidden>
      {people.map(
        ({ client, id, name, cursor }) =>
          cursor && (
            <div
              key={client}
              className="workflow-cursor"
              style={{
                transform: `translate(${cursor.x * zoom + x}px, ${cursor.y * zoom + y}px)`,
                color: presenceColor(id).css,
              }}
            >
              <svg width={14} height={16} viewBox="0 0 14 16" fill="currentColor">
                <path d="M0 0 L13 9 L6.5 9.6 L3.2 15.5 Z" />
              </svg>
              <span style={{ background: presenceColor(id).css }}>{name}</span>
            </div>
          ),
      )}
    </div>
  );
}
