import type { ReactNode } from 'react';
import { parseWholeJson } from '../../../platform/whole-json.ts';
import { allExpanded, collapseAllNested, JsonView } from 'react-json-view-lite';
import 'react-json-view-lite/dist/index.css';

/** The tree writes a `bigint` as code does, with an n behind it, but a date as its `toISOString` says. */
class WholeNumber extends Date {
  readonly #digits: string;

  constructor(digits: string) {
    super(0);
    this.#digits = digits;
  }

  override toISOString(): string {
    return this.#digits;
  }
}

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
    return parseWholeJson(text, (digits) => new WholeNumber(digits));
  } catch {
    return null;
  }
}
