import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InstalledProject, installedProject } from './installed-project.ts';

let project: InstalledProject;
beforeAll(() => {
  project = installedProject(['jest@30.5.2']);
});
afterAll(() => project.remove());

it('loads in Jest on CommonJS, which cannot load ES modules', () => {
  project.write(
    'entry.test.js',
    `test('entries', () => {
      const { ToolDecisionSpanProcessor } = require('assay-otel');
      expect(typeof new ToolDecisionSpanProcessor().onEnding).toBe('function');
      expect(Object.keys(require('assay-otel/mcp')).length).toBeGreaterThan(0);
      expect(typeof require('assay-otel/sinks').directorySink('runs').write).toBe('function');
      const { expectWithinDeclared } = require('assay-otel/gate');
      const declared = { schema: 'assay.declared_tool_surface.v0', declared_tool_actions: [] };
      expect(() => expectWithinDeclared([], declared)).toThrow('verdict: inconclusive');
    });\n`,
  );
  const { code, stderr } = project.run('npx', '--no-install', 'jest', '--ci');
  expect(stderr).toContain('1 passed');
  expect(code).toBe(0);
});
