import type { WholeOutput } from '@groma/model';
import { useMemo } from 'react';
import { dataFrameOf } from './data-frame.ts';
import { outputParts } from './output-text.ts';
import { WholePart } from './whole-part.tsx';

/** Outputs that are there as a whole, one below the other, at their full height. */
export function WholeOutputs({ outputs }: { outputs: readonly WholeOutput[] }) {
  const parts = useMemo(() => outputParts(outputs), [outputs]);
  return parts.map((part, index) =>
    part.kind === 'stored' ? null : (
      <WholePart
        key={index}
        part={part}
        frame={part.kind === 'text/html' ? dataFrameOf(part) : null}
        isExpanded
        onClear={undefined}
      />
    ),
  );
}
