import type { CategoryDocument, ToolClassifiers } from '../../src/classify/classifier-document.ts';
import { compileClassifiers } from '../../src/classify/compile.ts';
import { type RuleSet, ruleSet } from '../../src/classify/rule-set.ts';

/** A category in which every kind of member occurs, valid and without lints. */
export const CATEGORY: CategoryDocument = {
  id: 'crm/contact',
  provider: 'crm',
  class: 'state_changing_action',
  resource_type: 'contact',
  required_scope: 'contacts.write',
  consequence: 'one_way_terminal',
  tools: {
    delete_contact: 'delete',
    contact_write: { argument: 'options.method', verbs: { merge: 'merge', restore: 'create' } },
  },
  fields: [
    { key: 'region', from: ['region'], as: 'plain' },
    { key: 'number', from: ['number', 'contact.number'], as: 'plain', type: 'identifier' },
    { key: 'forced', from: ['force'], as: 'flag' },
    {
      key: 'contact_hash',
      from: ['contact.id', 'contactId'],
      as: 'hashed',
      domain: 'crm_contact',
      type: 'identifier',
    },
    { key: 'group_hash', from: ['group'], as: 'hashed', domain: 'crm_group', null_when_absent: true },
    { key: 'label_hashes', from: ['labels[].key', 'tags[]'], as: 'hashed', domain: 'crm_label' },
  ],
  required: [{ any_of: ['contact_hash'] }, { any_of: ['region', 'number'], detail: 'missing_place' }],
  kept_when_incomplete: ['region'],
  binding_fields: ['contact_hash'],
  non_claims: ['does not prove that the CRM deleted the contact'],
  cases: [
    {
      name: 'deletes',
      call: {
        server: 'crm-mcp',
        tool: 'delete_contact',
        arguments: { region: 'eu', number: 12, force: true, contactId: 7, group: 'g', tags: ['b', 'a'] },
      },
      record: {
        classification: 'classified',
        reason_code: 'classified_crm/contact',
        verb: 'delete',
        target: {
          region: 'eu',
          number: '12',
          forced: true,
          contact_hash: { domain: 'crm_contact', of: '7' },
          group_hash: { domain: 'crm_group', of: 'g' },
          label_hashes: [
            { domain: 'crm_label', of: 'a' },
            { domain: 'crm_label', of: 'b' },
          ],
        },
      },
    },
    ...(['merge', 'restore'] as const).map((method) => ({
      name: method,
      call: {
        server: 'crm-mcp',
        tool: 'contact_write',
        arguments: { region: 'eu', contactId: 7, options: { method } },
      },
      record: {
        classification: 'classified',
        verb: method === 'restore' ? 'create' : method,
        target: { region: 'eu', contact_hash: { domain: 'crm_contact', of: '7' }, group_hash: null },
      },
    })),
    {
      name: 'of nobody',
      call: { server: 'crm-mcp', tool: 'delete_contact', arguments: { region: 'eu' } },
      record: {
        classification: 'classified_incomplete',
        detail: 'missing_contact_hash',
        target: { region: 'eu' },
      },
    },
    {
      name: 'from nowhere',
      call: { server: 'crm-mcp', tool: 'delete_contact', arguments: { contactId: 7 } },
      record: { classification: 'classified_incomplete', detail: 'missing_place', target: {} },
    },
    {
      name: 'on another server',
      call: { server: 'other', tool: 'delete_contact', arguments: {} },
      record: { classification: 'observed_unknown_tool', reason_code: 'unknown_tool_name' },
    },
  ],
};

export const FILE: ToolClassifiers = {
  schema: 'assay.tool_classifiers.v0',
  name: 'crm',
  reviewed: '2026-11-30',
  sources: [
    { what: 'tools/list of crm-mcp', version: '1.0.0', date: '2026-11-30', url: 'https://crm.example/mcp' },
  ],
  servers: ['crm-mcp', 'crm'],
  categories: [CATEGORY],
  reviewed_read_only: ['get_contact'],
};

/** The file with changes to it and to its one category. */
export function fileWith(
  category: Partial<CategoryDocument>,
  file: Partial<ToolClassifiers> = {},
): ToolClassifiers {
  return { ...FILE, categories: [{ ...CATEGORY, ...category }], ...file };
}

export function rulesWith(
  category: Partial<CategoryDocument> = {},
  file: Partial<ToolClassifiers> = {},
): RuleSet {
  return ruleSet(compileClassifiers(fileWith(category, file)), []);
}
