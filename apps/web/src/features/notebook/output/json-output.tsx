import type { ReactNode } from 'react';
import { allExpanded, collapseAllNested, JsonView } from 'react-json-view-lite';
import 'react-json-view-lite/dist/index.css';

/** JSON as a tree; short ones are open. */
export function JsonOutput({ text, fallback }: { text: string; fallback: ReactNode }) {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return fallback;
  return (
    <div className="output-markup output-json" dir="ltr">
      <JsonView
        data={value}
        shouldExpandNode={text.length < 2_000 ? allExpanded : collapseAllNested}
        style={{ container: 'json-tree' }}
      />
    </div>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
