import { byStarter } from '@groma/model';
import { z } from 'zod';
import {
  defineOperation,
  type OperationContext,
  type OperationKind,
} from '../src/platform/operation/operation-kind.ts';

type Script = (context: OperationContext) => Promise<unknown>;

/** A kind of operation whose work a test writes down by name, in the process that carries it out. */
export interface ScriptedOperations {
  kind: OperationKind<{ script: string }>;
  /** What has been cleared away, by script. */
  cleared: string[];
  /** Sets what a script does, and answers the input that names it. */
  script(name: string, work: Script): { script: string };
}

export function scriptedOperations(maxAttempts?: number): ScriptedOperations {
  const scripts = new Map<string, Script>();
  const cleared: string[] = [];
  return {
    kind: defineOperation({
      name: 'scripted',
      policy: byStarter('update', 'project'),
      input: z.object({ script: z.string() }),
      ...(maxAttempts !== undefined && { maxAttempts }),
      run: ({ script }, context) => scripts.get(script)!(context),
      async clear({ script }) {
        await Promise.resolve(cleared.push(script));
      },
    }),
    cleared,
    script(name, work) {
      scripts.set(name, work);
      return { script: name };
    },
  };
}

/** Work that lasts until it is stopped. */
export const endless: Script = ({ signal }) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
