import { expect, test } from 'vitest';
import { pipFailure } from './pip-failure.ts';

test('[KRN-106] what pip says becomes an error in words', () => {
  expect(pipFailure('ERROR: No matching distribution found for dusk>=1\n')).toMatchObject({
    code: 'PACKAGE_NOT_FOUND',
    details: { name: 'dusk>=1' },
  });
  const cutOff =
    "WARNING: Retrying after connection broken by 'ProxyError(…)': /simple/a/\nERROR: No matching distribution found for a";
  expect(pipFailure(cutOff).code).toBe('PACKAGE_INDEX_AWAY');
  expect(
    pipFailure(
      'ERROR: Cannot install a==1 and b==1 because these package versions have conflicting dependencies.\n\nThe conflict is caused by:\n    a 1 depends on c>=2\n    b 1 depends on c<2\n\nTo fix this you could try to:\n',
    ),
  ).toMatchObject({ code: 'PACKAGE_CONFLICT', details: { detail: 'a 1 depends on c>=2; b 1 depends on c<2' } });
  expect(pipFailure("ERROR: [Errno 28] No space left on device: '/tmp/x'").code).toBe('DISK_FULL');
  expect(
    pipFailure('Building\nerror: metadata-generation-failed at /tmp/build/a/setup.py\n\nhint: see above'),
  ).toMatchObject({
    code: 'PACKAGE_FAILED',
    details: { detail: 'metadata-generation-failed at setup.py' },
  });
});
