import { describe, expect, it } from 'vitest';
import { type DraftOptions, draftClassifiers } from '../../src/classifier-file/draft.ts';
import type { DraftInput, DraftTool } from '../../src/classifier-file/draft-tool.ts';

const OPTIONS: DraftOptions = {
  family: 'crm',
  servers: ['crm-mcp'],
  readVerbs: ['get', 'list'],
  isKnown: () => false,
};

const draftOf = (tools: readonly DraftTool[], options: Partial<DraftOptions> = {}) =>
  draftClassifiers(tools, { ...OPTIONS, ...options });
const text = (name: string, more: Partial<DraftInput> = {}): DraftInput => ({
  name,
  types: ['string'],
  required: false,
  ...more,
});
function categoryOf(tool: DraftTool, options: Partial<DraftOptions> = {}) {
  const [drafted] = draftOf([tool], options).categories;
  if (drafted === undefined) throw new Error('Expected a category, got none');
  return drafted;
}
const fieldsOf = (...inputs: readonly DraftInput[]) => categoryOf({ name: 'delete_contact', inputs });

describe('a drafted category', () => {
  it('settles nothing', () => {
    const { category } = categoryOf({
      name: 'delete_contact',
      inputs: [text('contact_id', { required: true })],
    });
    expect(category).toEqual({
      id: 'crm/delete_contact',
      provider: 'crm',
      class: 'TODO',
      resource_type: 'TODO',
      required_scope: '',
      consequence: 'TODO',
      tools: { delete_contact: 'delete' },
      fields: [{ key: 'contact_id_hash', from: ['contact_id'], as: 'hashed', domain: 'crm_contact_id' }],
      required: [{ any_of: ['contact_id_hash'] }],
      cases: [
        {
          name: 'TODO delete_contact',
          call: { server: 'crm-mcp', tool: 'delete_contact', arguments: { contact_id: 'TODO' } },
          record: { classification: 'classified' },
        },
      ],
    });
  });

  it('is the same whatever the server says of its tool', () => {
    const claims = [{ destructiveHint: true }, { readOnlyHint: true }, {}].map((annotations) =>
      draftOf(
        ['delete_contact', 'get_contact', 'contact'].map((name) => ({ name, annotations, inputs: [] })),
      ),
    );
    const without = claims.map(({ categories, readOnly }) => [
      categories.map(({ category }) => category),
      readOnly.map(({ leaf }) => leaf),
    ]);
    expect(without[1]).toEqual(without[0]);
    expect(without[2]).toEqual(without[0]);
  });

  it.each<[title: string, input: Partial<DraftInput>, field: object | undefined]>([
    ['a text', {}, { as: 'hashed', domain: 'crm_thing' }],
    ['an integer', { types: ['integer'] }, { as: 'hashed', domain: 'crm_thing', type: 'identifier' }],
    ['either', { types: ['string', 'integer'] }, { as: 'hashed', domain: 'crm_thing', type: 'identifier' }],
    ['a text or null', { types: ['null', 'string'] }, { as: 'hashed', domain: 'crm_thing' }],
    ['a truth value', { types: ['boolean'] }, { as: 'flag' }],
    ['an enumeration', { choices: ['a', 'b'] }, { as: 'plain' }],
    ['an enumeration without a type', { types: [], choices: ['a'] }, { as: 'plain' }],
    ['a number', { types: ['number'] }, undefined],
    ['a list', { types: ['array'] }, undefined],
    ['an object or a text', { types: ['object', 'string'] }, undefined],
    ['no type', { types: [] }, undefined],
  ])('has of %s the field that it may have', (_title, input, field) => {
    const { category, leftOut } = fieldsOf(text('thing', input));
    const key = field !== undefined && 'domain' in field ? 'thing_hash' : 'thing';
    expect(category.fields).toEqual(field === undefined ? [] : [{ key, from: ['thing'], ...field }]);
    expect(leftOut.map(({ why }) => why)).toEqual(field === undefined ? ['type'] : []);
  });

  it.each([
    'content',
    'body',
    'newContent',
    'commit_message',
    'rawSql',
    'token',
    'apiKey',
    'client_secret',
    'my_access_token',
    'userPassword',
  ])('reads nothing of %s, whatever its type', (name) => {
    for (const more of [
      {},
      { types: ['integer'] },
      { types: ['boolean'] },
      { choices: ['a'] },
      { types: ['array'] },
    ]) {
      const { category, leftOut } = fieldsOf(text(name, { ...more, required: true }));
      expect(category).toMatchObject({ fields: [], required: [], cases: [{ call: { arguments: {} } }] });
      expect(leftOut).toMatchObject([{ name, why: 'content' }]);
    }
  });

  it.each(['messageId', 'secret_name', 'access_key_id', 'body_format'])(
    'reads %s, which only names one',
    (name) => {
      expect(fieldsOf(text(name)).category.fields).toMatchObject([{ from: [name], as: 'hashed' }]);
    },
  );

  it.each(['reason', 'notes', 'deletion_reason', 'releaseNotes', 'comment', 'description'])(
    'reads nothing of %s, which is what a person wrote',
    (name) => {
      const { category, leftOut } = fieldsOf(text(name, { required: true }));
      expect(category).toMatchObject({ fields: [], required: [] });
      expect(leftOut).toMatchObject([{ name, why: 'free' }]);
    },
  );

  it.each<[name: string, more: Partial<DraftInput>]>([
    ['reason', { choices: ['spam', 'other'] }],
    ['notes', { types: ['boolean'] }],
    ['comment_id', {}],
    ['reason_id', {}],
  ])('reads %s where it is no free text: %j', (name, more) => {
    expect(fieldsOf(text(name, more)).category.fields).toMatchObject([{ from: [name] }]);
  });

  it('hashes an enumeration that looks like an identifier', () => {
    expect(fieldsOf(text('accountId', { choices: ['a'] })).category.fields).toMatchObject([{ as: 'hashed' }]);
  });

  it('keeps keys apart, from what is in every target and from what looks like a hash', () => {
    const flag = { types: ['boolean'] };
    const inputs = [
      text('pullNumber'),
      text('pull_number'),
      text('provider', flag),
      text('etag_hash'),
      text('by_hash', flag),
    ];
    const { category } = fieldsOf(...inputs);
    expect(category.fields.map(({ key, from, domain }) => [key, from[0], domain])).toEqual([
      ['by_hash_is', 'by_hash', undefined],
      ['etag_hash', 'etag_hash', 'crm_etag_hash'],
      ['provider_is', 'provider', undefined],
      ['pull_number_hash', 'pullNumber', 'crm_pull_number'],
      ['pull_number_2_hash', 'pull_number', 'crm_pull_number_2'],
    ]);
  });

  it.each(['a.b', 'a[]', '__proto__', 'ключ', '1st', '', 'n'.repeat(60), 'a\nb'])(
    'leaves a property out whose name is no plain path (%j)',
    (name) => {
      const { category, leftOut } = fieldsOf(text(name));
      expect(category.fields).toEqual([]);
      expect(leftOut).toMatchObject([{ name, why: 'name' }]);
    },
  );

  it('has at most as many fields as a file may, what is required first', () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      text(`p${String(at).padStart(2, '0')}`, { required: at > 17 }),
    );
    const { category, leftOut } = fieldsOf(...many);
    expect(category.fields).toHaveLength(12);
    expect(category.fields.slice(0, 3).map(({ key }) => key)).toEqual(['p18_hash', 'p19_hash', 'p00_hash']);
    expect(category.required).toEqual([{ any_of: ['p18_hash'] }, { any_of: ['p19_hash'] }]);
    expect(leftOut).toHaveLength(8);
    expect(new Set(leftOut.map(({ why }) => why))).toEqual(new Set(['limit']));
  });
});

describe('the verb of a drafted tool', () => {
  it.each<[name: string, verb: string]>([
    ['delete_contact', 'delete'],
    ['createContact', 'create'],
    ['Merge-Contacts', 'merge'],
    ['release_write', 'TODO'],
    ['merge_request_create', 'TODO'],
    ['delete_post', 'delete'],
    ['mark_as_read', 'mark'],
    ['release', 'release'],
    ['contact_delete', 'TODO'],
    ['whoami', 'TODO'],
    ['constructor', 'TODO'],
  ])('of %s is %s', (name, verb) => {
    expect(categoryOf({ name, inputs: [] }).category.tools).toEqual({ [name]: verb });
  });

  it('stands in an argument that lists what it does, one for each value', () => {
    const method = text('method', { required: true, choices: ['create', 'addMember', '7', 'create'] });
    const { category } = categoryOf({ name: 'contact_write', inputs: [method, text('contact_id')] });
    expect(category).toMatchObject({
      tools: {
        contact_write: {
          argument: 'method',
          verbs: { '7': 'TODO', addMember: 'add_member', create: 'create' },
        },
      },
      fields: [{ key: 'contact_id_hash' }],
      required: [],
      cases: [{ call: { arguments: { method: '7', contact_id: 'TODO' } }, record: { verb: 'TODO' } }],
    });
  });

  it.each(['action', 'operation', 'command'])(
    'stands in %s too, though its text would be read by nobody',
    (name) => {
      const { tools } = categoryOf({
        name: 'contact',
        inputs: [text(name, { choices: ['archive'] })],
      }).category;
      expect(tools).toEqual({ contact: { argument: name, verbs: { archive: 'archive' } } });
    },
  );

  it('is no value that a file should not hold', () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const choices = [secret, 'a\nb', 'x'.repeat(200), '\u202edelete', 'delete'];
    const { tools } = categoryOf({ name: 'contact', inputs: [text('method', { choices })] }).category;
    expect(tools).toEqual({ contact: { argument: 'method', verbs: { delete: 'delete' } } });
  });
});

describe('a draft', () => {
  const tools = [
    'delete_contact',
    'get_contact',
    'getRegion',
    'crm.list_groups',
    'get_or_create_group',
    'getaway',
  ].map((name): DraftTool => ({ name, inputs: [] }));

  it('has no category of a tool whose name begins with a word of reading', () => {
    const { categories, readOnly } = draftOf(tools);
    expect(readOnly.map(({ leaf }) => leaf)).toEqual(['getRegion', 'get_contact', 'list_groups']);
    expect(categories.map(({ leaf }) => leaf)).toEqual(['delete_contact', 'get_or_create_group', 'getaway']);
  });

  it('is the same in any order', () => {
    expect(draftOf(tools.toReversed())).toEqual(draftOf(tools));
  });

  it('leaves out what is known, on the servers where it is', () => {
    const isKnown = (leaf: string, server: string) => leaf === 'delete_contact' || server === 'b';
    const { known, categories } = draftOf(
      [
        { name: 'delete_contact', seen: [{ server: 'a', calls: 1 }] },
        { name: 'merge_contact', seen: ['a', 'b', 'c'].map((server) => ({ server, calls: 1 })) },
        { name: 'move_contact', seen: [{ server: 'b', calls: 1 }] },
      ],
      { servers: ['a', 'b', 'c'], isKnown },
    );
    expect(known).toEqual(['delete_contact', 'move_contact']);
    expect(categories.map(({ category }) => category)).toMatchObject([
      {
        id: 'crm/merge_contact',
        servers: ['a', 'c'],
        fields: [],
        cases: [{ call: { server: 'a', arguments: {} } }],
      },
    ]);
  });

  it('refuses names that no classifier can have, and those that a call would not tell apart', () => {
    const named = ['a b', '[masked]', 'удалить', 'x'.repeat(129), '', 'one.remove', 'two.remove', '-x'];
    const { refused, categories } = draftOf(named.map((name) => ({ name, inputs: [] })));
    expect(categories).toEqual([]);
    expect(refused.filter(({ why }) => why === 'shared_leaf').map(({ name }) => name)).toEqual([
      'one.remove',
      'two.remove',
    ]);
    expect(refused.filter(({ why }) => why === 'no_leaf')).toHaveLength(6);
  });

  it('has an id of its own for each tool', () => {
    const long = 'x_'.repeat(60);
    const named = ['move_contact', 'moveContact', 'move-contact', `${long}a`, `${long}b`];
    const ids = draftOf(named.map((name) => ({ name, inputs: [] }))).categories.map(
      ({ category }) => category.id,
    );
    expect(new Set(ids).size).toBe(5);
    expect(ids).toContain('crm/move_contact_3');
    for (const id of ids) expect(id).toMatch(/^crm\/[a-z0-9_]{1,64}$/);
  });

  it('has as many categories as one file can hold, of 10,000 tools', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `drop_${at}`, inputs: [text('id')] }));
    const { categories, refused } = draftOf(many);
    expect(categories).toHaveLength(1_000);
    expect(refused).toHaveLength(9_000);
    expect(new Set(refused.map(({ why }) => why))).toEqual(new Set(['too_many']));
  });

  it('has fewer where they are large', () => {
    const choices = Array.from({ length: 100 }, (_, at) => `do_${at}_${'x'.repeat(100)}`);
    const many = Array.from({ length: 500 }, (_, at) => ({
      name: `drop_${at}`,
      inputs: [text('method', { choices })],
    }));
    const { categories, refused } = draftOf(many);
    expect(categories.length + refused.length).toBe(500);
    expect(JSON.stringify(categories.map(({ category }) => category)).length).toBeLessThan(1.6 * 1024 * 1024);
  });
});
