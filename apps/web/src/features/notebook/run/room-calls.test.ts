import { GromaError } from '@groma/model';
import { expect, test } from 'vitest';
import { isKernelReady } from './create-kernel.ts';
import { failureText, filledBlocks } from './room-calls.ts';
import { lossOf } from './use-kernel-loss.ts';

const offline = new TypeError('Failed to fetch');

test('[KRN-051] [KRN-052] [KRN-053] a failed call says which one failed', () => {
  expect(failureText(offline, 'notebook.runFailed')).toBe('Failed to run code');
  expect(failureText(offline, 'notebook.runAllFailed')).toBe('Failed to run all blocks');
  expect(failureText(new GromaError('INTERNAL', { reference: 'x' }), 'notebook.stopFailed')).toBe('Failed to stop run');
});

test('[KRN-033] [KRN-036] [NBK-062] what the person can mend or must know is said as such', () => {
  expect(failureText(new GromaError('KERNEL_FAILED', { detail: 'x' }), 'notebook.runFailed')).toBe(
    'Failed to create kernel before running code, please let us know on the community chat',
  );
  expect(failureText(new GromaError('MACHINE_NOT_ACCESSIBLE'), 'notebook.runFailed')).toBe(
    'Start the machine first at bottom left.',
  );
  expect(failureText(new GromaError('NOTEBOOK_NOT_FOUND'), 'notebook.runFailed')).toBe(
    'This notebook does not exist anymore',
  );
});

test('[KRN-031] [KRN-032] a reply that speaks of an existing kernel is good, one that speaks of failure is not', () => {
  expect(isKernelReady('Kernel already exists')).toBe(true);
  expect(isKernelReady('Kernel created')).toBe(true);
  expect(isKernelReady('Kernel creation failed: no memory')).toBe(false);
  expect(isKernelReady('FAILED')).toBe(false);
});

test('[KRN-037] blocks without code are left out of a run of all', () => {
  expect(
    filledBlocks([
      { blockId: 'a', code: ' \n\t' },
      { blockId: 'b', code: 'x' },
      { blockId: 'c', code: '' },
    ]),
  ).toEqual([{ blockId: 'b', code: 'x' }]);
});

test('[NBK-006] news of the machine tells whether a kernel died or the machine was stopped', () => {
  expect(lossOf({ status: 'Accessible', activeKernels: ['n'] }, 'n')).toBeNull();
  expect(lossOf({ status: 'Accessible', activeKernels: ['other'] }, 'n')).toBe('died');
  expect(lossOf({ status: 'Terminated', activeKernels: [] }, 'n')).toBe('stopped');
});
