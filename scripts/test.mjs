import { runTests } from './test/run-tests.mjs';

process.exit(await runTests(process.argv.slice(2)));
