// The three runs: who takes part, and what goes wrong on purpose. Each gives what its agent counted.
import { paths } from './paths.mjs';
import { start } from './processes.mjs';
import { step } from './transcript.mjs';

/** Their ids, in the order in which they are told. */
export const RUNS = { allSeen: '1-all-seen', noneMade: '2-none-made', someLost: '3-some-lost' };

/** The one export that the receiver loses: the one in which the agent of run 3 tells of this call. */
export function isLostOnPurpose(span) {
  return isCall(span, 'access-reviewer', 'invite_external');
}

function isCall({ service, attributes }, ofService, tool) {
  return service === ofService && attributes['gen_ai.tool.name'] === tool;
}

/** Makes the runs one after the other; by its id, what each agent counted. */
export async function observeAll(receiver, seed) {
  const whole = await observeWhole(receiver.endpoint, seed);
  return { ...whole, [RUNS.someLost]: await someLost(environment(receiver.endpoint, seed), receiver) };
}

/** The runs of which nothing is lost, to whatever takes OTLP/HTTP there. */
export async function observeWhole(endpoint, seed) {
  const env = environment(endpoint, seed);
  return { [RUNS.allSeen]: await allSeen(env), [RUNS.noneMade]: await noneMade(env) };
}

function environment(endpoint, seed) {
  return {
    DEMO_SEED: seed,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_LOG_LEVEL: 'warn',
  };
}

/** Calls of every kind to three servers, and every process tells what it saw. */
async function allSeen(env) {
  const slack = start(paths.script('servers/slack.mjs'), { env, log: paths.log('slack') });
  const url = await slack.line();
  const agent = startAgent('deploy', RUNS.allSeen, { ...env, DEMO_SLACK_URL: url });
  const counted = await resultOf(agent);
  expectSuccess(await slack.stop());
  const { made, forwarded } = counted;
  step(
    RUNS.allSeen,
    `deploy-assistant makes ${made} calls to three servers; a policy layer lets ${forwarded} pass`,
  );
  return counted;
}

/** The agent lists what there is, and calls nothing. */
async function noneMade(env) {
  const counted = await resultOf(startAgent('idle', RUNS.noneMade, env));
  step(
    RUNS.noneMade,
    `room-booker is offered ${counted.listed} tools; none fits its task, and it calls none`,
  );
  return counted;
}

/** One export is lost, and then the server is killed while it works on a call. */
async function someLost(env, receiver) {
  const lostBefore = receiver.lost();
  // By then the server has told of everything but the call that it is at work on.
  const isAtWork = receiver.kept((span) => isCall(span, 'workspace-server', 'change_role'));
  const agent = startAgent('interrupted', RUNS.someLost, env);
  const { serverPid } = JSON.parse(await agent.line());
  await agent.meanwhile(isAtWork);
  process.kill(serverPid, 'SIGKILL');
  const counted = await resultOf(agent);
  const lost = receiver.lost() - lostBefore;
  step(
    RUNS.someLost,
    `access-reviewer makes ${counted.made} calls; on purpose, ${lost} export is lost and its server is killed`,
  );
  return { ...counted, lost };
}

function startAgent(name, runId, env) {
  const script = paths.script(`agents/${name}.mjs`);
  return start(script, { env: { ...env, DEMO_RUN: runId }, log: paths.log(name) });
}

/** What an agent counted. It has sent its spans when it says so, and its servers have when it has ended. */
async function resultOf(agent) {
  const counted = JSON.parse(await agent.line());
  expectSuccess(await agent.ended);
  return counted;
}

function expectSuccess(code) {
  if (code !== 0) throw new Error(`a process of the demo ended with code ${code}; see demo-output/logs`);
}
