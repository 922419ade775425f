import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { ACTION, STEP, variables } from './action-file.ts';

/** The shape that GitHub's metadata syntax asks of a composite action; what is not in it is ignored or refused. */
describe('action.yml', () => {
  it('has what a composite action needs, and nothing that GitHub does not know', () => {
    expect(Object.keys(ACTION)).toEqual(['name', 'description', 'branding', 'inputs', 'outputs', 'runs']);
    expect(Object.keys(ACTION.branding)).toEqual(['icon', 'color']);
    expect(ACTION.runs).toMatchObject({ using: 'composite' });
    expect(ACTION.runs.steps).toHaveLength(1);
    expect(Object.keys(STEP)).toEqual(['id', 'shell', 'env', 'run']);
    expect(STEP.shell).toBe('bash');
  });

  it.each(Object.entries(ACTION.inputs))('describes the input %s', (name, { description, ...rest }) => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(description).toMatch(/^[A-Z].+\.$/);
    const more = { declared: { required: 'true' }, version: { default: VERSION } }[name];
    expect(rest).toEqual(more ?? {});
  });

  it('gives each input to the script, once, and as a variable alone', () => {
    const given = variables().map(([, input]) => input);
    expect([...given].sort()).toEqual(Object.keys(ACTION.inputs).sort());
    expect(STEP.run).not.toContain('${{');
    for (const [name] of variables())
      expect(STEP.run).toContain(`"$${name}"`.replace('"$VERSION"', '$VERSION"'));
  });

  it('has outputs that its step writes', () => {
    for (const [name, { value, description }] of Object.entries(ACTION.outputs)) {
      expect(value).toBe(`\${{ steps.${STEP.id}.outputs.${name} }}`);
      expect(STEP.run).toContain(`${name}=%s`);
      expect(description).toMatch(/\w\.$/);
    }
    expect(Object.keys(ACTION.outputs)).toEqual(['verdict', 'exit-code']);
  });
});
