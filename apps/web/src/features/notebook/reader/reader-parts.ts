import type { SelectorSetting, WholeOutput } from '@groma/model';
import { createContext, type ComponentType } from 'react';

/** What the page of an application is made of beside its own. */
export interface ReaderParts {
  Outputs: ComponentType<{ outputs: readonly WholeOutput[] }>;
  Choice: ComponentType<{ label: string; setting: SelectorSetting; onChange(selected: string[]): void }>;
  DateField: ComponentType<{ label: string; date: string; onChange(date: string): void }>;
}

export const ReaderPartsContext = createContext<ReaderParts | null>(null);
