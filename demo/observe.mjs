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

/** What the server of run 3 tells while it is at work on a call that it will not end. By then all else was told. */
export function isToldAtWork(span) {
  return isCall(span, 'workspace-server', 'change_role');
}

/**
 * Makes the runs one after the other; by its id, what each agent counted. Spans go to whatever takes OTLP/HTTP at
 * `endpoint`; `lost` counts the exports that it lost, `atWork` resolves when what `isToldAtWork` says yes to has arrived.
 */
export async function observeAll({ endpoint, lost, atWork }, seed) {
  const env = environment(endpoint, seed);
  return {
    [RUNS.allSeen]: await allSeen(env),
    [RUNS.noneMade]: await noneMade(env),
    [RUNS.someLost]: await someLost(env, lost, atWork),
  };
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
  const counted = await withSlack(RUNS.allSeen, env, (withUrl) =>
    resultOf(startAgent('deploy', RUNS.allSeen, withUrl)),
  );
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

/** An export may be lost, and then the server is killed while it works on a call. */
async function someLost(env, countLost, atWork) {
  const lostBefore = countLost();
  const isAtWork = atWork();
  const counted = await withSlack(RUNS.someLost, env, async (withUrl) => {
    const agent = startAgent('interrupted', RUNS.someLost, withUrl);
    const { serverPid } = JSON.parse(await agent.line());
    await agent.meanwhile(isAtWork);
    process.kill(serverPid, 'SIGKILL');
    return resultOf(agent);
  });
  const lost = countLost() - lostBefore;
  const losses = `${lost === 0 ? '' : `${lost} export is lost and `}its server is killed`;
  step(RUNS.someLost, `access-reviewer makes ${counted.made} calls; on purpose, ${losses}`);
  return { ...counted, lost };
}

/** Does something while the server is there that no agent starts, since it listens; `work` gets its address in the environment. */
async function withSlack(runId, env, work) {
  const slack = start(paths.script('servers/slack.mjs'), { env, log: paths.log(`slack-${runId}`) });
  const counted = await work({ ...env, DEMO_SLACK_URL: await slack.line() });
  expectSuccess(await slack.stop());
  return counted;
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
