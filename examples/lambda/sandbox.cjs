// node sandbox.cjs clean | quiet: what a serverless platform does with a function. Between two invocations it stops the whole
// process, and in the end it kills it: no exit handler, no timer and no shutdown of the SDK ever runs.
const { fork } = require('node:child_process');
const { once } = require('node:events');

const EVENTS = { clean: [{ step: 0 }, { step: 1 }], quiet: [{}] };

if (process.send) serve(require('./handler.cjs'));
else void play(process.argv[2]);

/** In the sandbox: an invocation comes as a message, and so does its answer. */
function serve({ handler }) {
  process.on('message', async (event) => process.send(await handler(event)));
}

/** Around it: invoke, freeze, thaw, kill. */
async function play(run) {
  const env = { ...process.env, SURFACES: `output/${run}` };
  const sandbox = fork(__filename, { env });
  const exited = once(sandbox, 'exit').then(() => undefined);
  for (const event of EVENTS[run]) {
    sandbox.kill('SIGCONT');
    sandbox.send(event);
    const message = await Promise.race([once(sandbox, 'message'), exited]);
    if (message === undefined) throw new Error('Expected an answer, but the function ended');
    sandbox.kill('SIGSTOP');
    console.log(`${run}: ${JSON.stringify(message[0])}, frozen`);
  }
  sandbox.kill('SIGKILL');
  await exited;
}
