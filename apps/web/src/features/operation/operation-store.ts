import { create } from 'zustand';

interface OperationState {
  isListShown: boolean;
  /** Operations that the person has told to stop and that have not ended. */
  canceling: ReadonlySet<string>;
}

export const operationStore = create<OperationState>(() => ({ isListShown: false, canceling: new Set() }));

export function showList(isListShown: boolean): void {
  operationStore.setState({ isListShown });
}

export function useIsCanceling(id: string): boolean {
  return operationStore(({ canceling }) => canceling.has(id));
}
