import type { ComponentProps } from 'react';
import { WholeOutputs } from './output/whole-outputs.tsx';
import { AppPage } from './reader/app-page.tsx';
import type { ReaderParts } from './reader/reader-parts.ts';
import { DateField } from './widget/date-widget.tsx';
import { Choice } from './widget/selector-widget.tsx';
import './output/output.css';
import './widget/widget.css';

export { readApp } from './reader/app-calls.ts';

const parts: ReaderParts = { Outputs: WholeOutputs, Choice, DateField };

/** A published notebook for readers who may run it. */
export function PublishedApp(props: Omit<ComponentProps<typeof AppPage>, 'parts'>) {
  return <AppPage {...props} parts={parts} />;
}
