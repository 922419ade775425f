// The leak corpus on every way, with a real Collector and another masker beside (docs/leaks.md).
//
//   npm run leaks                the whole table; writes docs/leaks.md and fixtures/leaks/outcomes/
//   npm run leaks -- --check     the same, and writes nothing: fails where the docs say something else
//   npm run leaks -- --seed 7    2,000 cases put together by chance, the same for the same number
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, check: { type: 'boolean', default: false } },
});

function run(env, ...paths) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.leaks.config.ts', ...paths];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

if (values.seed !== undefined) {
  if (!/^-?\d{1,9}$/.test(values.seed)) {
    console.error(`Expected \`--seed\` to be a whole number of at most nine digits, got ${values.seed}`);
    process.exit(2);
  }
  run({ ASSAY_LEAKS_SEED: values.seed }, 'test/leaks/full/composed.test.ts');
} else if (values.check) {
  run({});
} else {
  run({ UPDATE_GOLDEN: '1' });
  // The page is made of what the others have just written.
  run({ UPDATE_GOLDEN: '1' }, 'test/leaks/doc.test.ts');
}
