import { create } from 'zustand';

/** Work of this page that a person waits for, shown among their operations until it has ended well or is dismissed. */
export interface PageOperation {
  id: string;
  projectId: string;
  title: string;
  status: 'In Progress' | 'Failed';
  failedMessage: string | null;
  begunAt: string;
  cancel(): void;
}

/** Begins the ids of work that the server knows nothing of. */
export const pageOperationMark = 'page-';

export const pageOperationStore = create<{ operations: readonly PageOperation[] }>(() => ({ operations: [] }));

/** Shows work; what is given back ends it. */
export function beginPageOperation(about: Pick<PageOperation, 'projectId' | 'title' | 'cancel'>): {
  complete(): void;
  fail(message: string): void;
} {
  const id = `${pageOperationMark}${crypto.randomUUID()}`;
  const change = (edit: (operation: PageOperation) => PageOperation[]) => {
    pageOperationStore.setState(({ operations }) => ({
      operations: operations.flatMap((each) => (each.id === id ? edit(each) : [each])),
    }));
  };
  pageOperationStore.setState(({ operations }) => ({
    operations: [
      { ...about, id, status: 'In Progress', failedMessage: null, begunAt: new Date().toISOString() },
      ...operations,
    ],
  }));
  return {
    complete: () => {
      change(() => []);
    },
    fail: (message) => {
      change((operation) => [{ ...operation, status: 'Failed', failedMessage: message }]);
    },
  };
}

export function findPageOperation(id: string): PageOperation | undefined {
  return pageOperationStore.getState().operations.find((operation) => operation.id === id);
}

export function dismissPageOperations(ids: ReadonlySet<string>): void {
  pageOperationStore.setState(({ operations }) => ({ operations: operations.filter(({ id }) => !ids.has(id)) }));
}
