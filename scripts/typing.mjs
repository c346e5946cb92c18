// `npm run typing -- 2000 --seed 7`: two and three people type at random in the same texts, in a browser. The suite
// does it 40 times.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const {
  positionals: [rounds = '200'],
  values: { seed },
} = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
});
if (!(Number(rounds) > 0) || Number.isNaN(Number(seed))) {
  console.error('npm run typing -- ROUNDS --seed NUMBER');
  process.exit(2);
}
console.log(`${rounds} rounds, seed ${seed}`);
const script = fileURLToPath(new URL('test.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [script, '--only', 'browser', 'e2e/typing.spec.ts'], {
  stdio: 'inherit',
  env: { ...process.env, GROMA_TYPING_ROUNDS: rounds, GROMA_TYPING_SEED: seed },
});
process.exit(status ?? 1);
