import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, constantFrom, dictionary, integer, letrec, oneof, property, string } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { recordOf } from '../../src/classifier-file/cases.ts';
import { lintClassifiers } from '../../src/classifier-file/lints.ts';
import { loadClassifiers, rulesOf } from '../../src/classifier-file/load.ts';
import { shownPath } from '../../src/classifier-file/problem.ts';
import type { FieldDocument, ToolClassifiers } from '../../src/classify/classifier-document.ts';
import { compileClassifiers } from '../../src/classify/compile.ts';
import { ruleSet } from '../../src/classify/rule-set.ts';
import { compileDeclaration } from '../../src/gate/declaration.ts';
import { gate } from '../../src/gate/gate.ts';
import { ConfigError, ToolDecisionSpanProcessor } from '../../src/index.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import { DecisionRecordSchema } from '../../src/schema/decision-record.ts';
import { CATEGORY, FILE, fileWith, rulesWith } from '../classifier-file/files.ts';
import { declared, GITHUB } from '../gate/declared.ts';
import { CALLS, healthOf, OUTCOMES, runOf, surfaceOf, TODAY } from '../gate/observed.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
/** No published shape, so that only structure can keep it in. */
const CANARY = 'quokka-7f3a-basalt';

const call = (args: unknown, rules = rulesWith(), tool = 'delete_contact', server = 'crm') =>
  recordOf({ call: { server, tool, arguments: args as Record<string, unknown> } }, rules);

describe('a field of a classifier file', () => {
  it('is not called __proto__: no target could hold it, and the call would read as classified without it', () => {
    const field: FieldDocument = { key: '__proto__', from: ['region'], as: 'plain' };
    const file = fileWith({ fields: [field], required: [], kept_when_incomplete: [], binding_fields: [] });
    const reading = loadClassifiers(file);
    expect('problems' in reading && reading.problems.map(({ path }) => shownPath(path))).toEqual([
      'categories[0].fields[0].key',
    ]);
  });

  it('is read from each path once: every reading of a megabyte costs', () => {
    const field: FieldDocument = { key: 'x_hash', from: ['x', 'y', 'x'], as: 'hashed', domain: 'x' };
    const reading = loadClassifiers(fileWith({ fields: [...CATEGORY.fields, field] }));
    expect('problems' in reading && reading.problems.map(({ path }) => shownPath(path))).toEqual([
      'categories[0].fields[6].from',
    ]);
  });

  it.each(['constructor', 'hasownproperty', 'tostring'])('may be called %s, and is in the target', (key) => {
    const rules = rulesWith({
      fields: [{ key, from: ['region'], as: 'plain' }],
      required: [{ any_of: [key] }],
    });
    expect(call({ region: 'eu' }, rules).action.target).toEqual({ provider: 'crm', [key]: 'eu' });
    expect(call({}, rules).classification).toBe('classified_incomplete');
  });
});

describe('a target', () => {
  const own: FieldDocument[] = [
    { key: 'region', from: ['region', 'a.b'], as: 'plain' },
    { key: 'number', from: ['n', 'a.n'], as: 'plain', type: 'identifier' },
    { key: 'one_hash', from: ['one', 'a.one', 'b.c.one'], as: 'hashed', domain: 'one', type: 'identifier' },
    { key: 'some_hashes', from: ['some[]', 'a.some[]', 'more[].one'], as: 'hashed', domain: 'some' },
  ];
  const rules = rulesWith({ fields: own, required: [], kept_when_incomplete: ['region', 'one_hash'] });
  const hostile = letrec((tie) => ({
    leaf: oneof(
      string(),
      integer(),
      constantFrom(
        TOKEN,
        ` ${TOKEN}`,
        -0,
        1e21,
        2 ** 53,
        null,
        true,
        '',
        ' ',
        '\ud800',
        '7',
        7,
        'x'.repeat(300),
      ),
    ),
    list: oneof(
      ...[1, 31, 33, 40].map((length) => tie('tree').map((tree) => Array.from({ length }, () => tree))),
    ),
    tree: oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('list'),
      dictionary(
        constantFrom('region', 'a', 'b', 'c', 'n', 'one', 'some', 'more', '__proto__', 'length'),
        tie('tree'),
      ),
    ),
  })).tree;

  it('holds no secret, nor its hash, whatever the arguments are; and each record is one that readers take', () => {
    const hashes = ['one', 'some'].map((domain) => targetHash(domain, TOKEN));
    assert(
      property(dictionary(constantFrom('region', 'a', 'b', 'n', 'one', 'some', 'more'), hostile), (args) => {
        const record = call(args, rules);
        const text = JSON.stringify(record);
        expect(text).not.toContain(TOKEN);
        for (const hash of hashes) expect(text).not.toContain(hash);
        expect(DecisionRecordSchema.safeParse(record).error?.issues).toBeUndefined();
      }),
      { seed: 20_261_130, numRuns: 2_000 },
    );
  });

  it.each<[string, unknown]>([
    ['in a second list', { some: ['a'], a: { some: ['a', TOKEN] } }],
    ['the 33rd of a list', { some: [...Array.from({ length: 32 }, (_, at) => `m${at}`), TOKEN] }],
    ['the 34th of a list', { some: [...Array.from({ length: 33 }, (_, at) => `m${at}`), TOKEN] }],
    [
      'the 34th of a second list',
      { some: ['a'], more: Array.from({ length: 34 }, (_, at) => ({ one: at === 33 ? TOKEN : 'a' })) },
    ],
    ['beside a member that is no text', { some: [TOKEN, 1] }],
  ])('leaves a list out with a secret %s', (_title, args) => {
    expect(call(args, rules).action.target).toEqual({ provider: 'crm' });
  });

  it('takes nothing of a verb that nobody listed', () => {
    const record = call(
      { region: 'eu', contactId: 'C7', options: { method: CANARY } },
      rulesWith(),
      'contact_write',
    );
    expect(record.detail).toBe('unknown_verb');
    expect(JSON.stringify(record)).not.toContain(CANARY);
  });
});

describe('whose tool it is', () => {
  it('stays a built-in category’s behind the prefix of its server, whatever leaf a file claims', () => {
    const reading = loadClassifiers(fileWith({ tools: { slack_invite: 'look' } }, { servers: ['slack'] }));
    const rules = 'problems' in reading ? expect.unreachable() : rulesOf([reading]);
    expect(call({ user: 'U1', channel_id: 'C1' }, rules, 'slack_invite', 'slack').tool.category).toBe(
      'slack_add_member',
    );
    expect(call({}, rules, 'slack_invite', 'other').tool.category).toBeNull();
  });

  it.each(['crm‑mcp', 'crm-mcp ', 'Crm-mcp', 'ϲrm-mcp', 'crm-mcp\0', '*', 'constructor', '__proto__'])(
    'is nobody’s on a server that is called nearly so: %j',
    (server) => {
      expect(call({}, rulesWith(), 'delete_contact', server).classification).toBe('observed_unknown_tool');
    },
  );

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'delete_contact ',
    'Delete_contact',
    'crm_crm_delete_contact',
  ])('is nobody’s where the tool is another: %j', (tool) => {
    expect(call({}, rulesWith(), tool).classification).toBe('observed_unknown_tool');
  });
});

describe('what a hostile classifier file costs', () => {
  const issuesOf = (classifiers: readonly unknown[]): readonly string[] => {
    try {
      new ToolDecisionSpanProcessor({ classifiers } as never);
    } catch (error) {
      if (error instanceof ConfigError) return error.issues;
    }
    return expect.unreachable();
  };
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('nothing for a list with four thousand million holes', () => {
    const reading = loadClassifiers({ ...FILE, 'x-list': new Array(2 ** 32 - 1) });
    expect('problems' in reading).toBe(true);
  });

  it('nothing for a path that never ends, or holds more than any classifier file', () => {
    const large = join(folder, 'large.json');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 31);
    const issues = issuesOf(['/dev/zero', folder, large]);
    expect(issues).toHaveLength(3);
    for (const issue of issues) expect(issue).toMatch(/ to be the path of a readable JSON file, got /);
  });

  it('a time that grows with the number of its tools, and not with its square', () => {
    const categories = Array.from({ length: 900 }, (_, at) => ({
      ...CATEGORY,
      id: `crm/c${at}`,
      cases: [],
      tools: Object.fromEntries(Array.from({ length: 140 }, (__, tool) => [`t${at}_${tool}`, 'x'])),
    }));
    const file: ToolClassifiers = { ...FILE, categories };
    // Comparing every tool with every category takes half a minute and runs into the limit of a test.
    expect(lintClassifiers(file).errors.length).toBe(900 * (140 + 2));
  });

  it('a time that grows with declared actions and with categories, and not with both', () => {
    const categories = Array.from({ length: 3_000 }, (_, at) => ({ ...CATEGORY, id: `crm/c${at}` }));
    const { rules } = rulesWith({}, { categories });
    const actions = categories.map(({ id }) => ({
      ...GITHUB,
      id,
      provider: 'crm',
      action_class: id,
      allowed_targets: [{ region: 'eu' }],
    }));
    // The names of every category gone through for every action take a minute.
    const { named } = compileDeclaration(declared(actions), rules);
    expect(named.size).toBe(3_000);
  });

  it.each<[string, unknown]>([
    ['a function', () => {}],
    ['a symbol', Symbol('x')],
    ['what says that it is nothing', { toJSON: () => undefined }],
    ['what has another form in JSON', { toJSON: () => 'x' }],
  ])('no exception for a member that is %s; the digest is that of the JSON', (_title, value) => {
    const [reading, again] = [
      { ...FILE, 'x-own': value },
      { 'x-own': value, ...FILE },
    ].map(loadClassifiers);
    const json = loadClassifiers(JSON.parse(JSON.stringify({ ...FILE, 'x-own': value })));
    expect([reading, again]).toEqual([json, json]);
    expect(json).toHaveProperty('version');
  });

  it('a refusal for what grows without end in JSON', () => {
    const growing = { toJSON: () => Array.from({ length: 300_000 }, () => 0) };
    expect(loadClassifiers({ ...FILE, 'x-own': growing })).toHaveProperty('problems');
  });

  it('no file that says what a path in Windows does: its half characters are none', () => {
    expect('problems' in loadClassifiers({ ...FILE, 'x-from': 'C:\\udata\\ud800' })).toBe(false);
    expect('problems' in loadClassifiers({ ...FILE, 'x-from': 'C:\\\ud800' })).toBe(true);
  });
});

describe('two files of one name that differ', () => {
  const second = fileWith({ tools: { purge_contact: 'purge' }, cases: [] });

  it('are refused together: a category would have two meanings', () => {
    const create = () => new ToolDecisionSpanProcessor({ classifiers: [FILE, second] });
    expect(create).toThrow(
      /Expected `classifiers` to be files of different names, got two that are called `crm`/,
    );
    expect(() => new ToolDecisionSpanProcessor({ classifiers: [FILE, structuredClone(FILE)] })).not.toThrow();
  });

  it('are seen by the lints', () => {
    expect(lintClassifiers(second, [FILE]).errors.map(({ path }) => shownPath(path))).toContain('name');
    expect(lintClassifiers(FILE, [FILE]).errors.map(({ path }) => shownPath(path))).not.toContain('name');
  });
});

describe('the note of the gate on other rules', () => {
  const loaded = ruleSet(compileClassifiers(FILE), [`crm@sha256:${'a'.repeat(64)}`]);
  const noted = (classifier_version: readonly string[]) => {
    const surface = surfaceOf(CALLS.github);
    const run = {
      ...runOf(CALLS.github),
      health: { state: 'read' as const, document: healthOf(surface, { classifier_version }) },
    };
    return gate([run], declared([]), { today: TODAY, classifiers: loaded }).classifiers !== undefined;
  };

  it.each<[string, readonly string[]]>([
    ['the built-in version twice', ['assay.classifiers.v0', 'assay.classifiers.v0']],
    ['the file alone, twice', [...loaded.versions.slice(1), ...loaded.versions.slice(1)]],
    ['more than is loaded', [...loaded.versions, 'x@sha256:0']],
    ['a name of something inherited', ['assay.classifiers.v0', 'constructor']],
  ])('is there for a run that says %s', (_title, versions) => {
    expect(noted(versions)).toBe(true);
  });

  it('is not there for the same rules, in any order and however often', () => {
    expect(noted([...loaded.versions].reverse())).toBe(false);
    expect(noted([...loaded.versions, ...loaded.versions])).toBe(false);
  });
});

describe('a declared list', () => {
  const rules = rulesOf(
    [loadClassifiers(FILE)].flatMap((reading) => ('problems' in reading ? [] : [reading])),
  );
  const [a, b] = ['a', 'b'].map((label) => targetHash('crm_label', label)) as [string, string];
  const verdict = (label_hashes: readonly string[], tags: unknown) => {
    const target = { provider: 'crm', region: 'eu', label_hashes };
    const record = {
      ...CALLS.slack,
      ...OUTCOMES.allowed,
      tool: { name: 'delete_contact', category: 'crm/contact' },
      action: { ...CALLS.slack.action, class: 'state_changing_action' as const, target },
    };
    const action = {
      ...declared([]).declared_tool_actions[0],
      id: 'a',
      provider: 'crm',
      action_class: 'crm/contact',
      allowed_targets: [{ tags } as never],
      allowed_effects: ['allow' as const],
    };
    return gate([runOf(record)], declared([action]), { today: TODAY, classifiers: rules }).verdict;
  };

  it.each<[string, readonly string[], unknown, string]>([
    ['what it says', [a, b], ['b', 'a', 'a'], 'pass'],
    ['nothing of an empty list', [], ['a'], 'fail'],
    ['no list that is longer than itself', [a, a], ['a'], 'fail'],
    ['no beginning of a hash', [a.slice(0, 20)], ['a'], 'fail'],
    ['not the name of a hash', [targetHash('crm_label', a)], [a], 'fail'],
  ])('allows %s', (_title, observed, tags, expected) => {
    expect(verdict(observed, tags)).toBe(expected);
  });
});
